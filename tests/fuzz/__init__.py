"""Mutated samples of exported attention: whatever stands in a file, reading it gives attention or a sentence."""
