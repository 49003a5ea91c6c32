"""What the command line does beside opening the window: figures, films and batches, without a screen."""
