"""What gestures do: one file for each kind of act; none of them computes or draws."""
