"""A small head that learns: tasks, the model, its way back, and the run. Pure NumPy."""
