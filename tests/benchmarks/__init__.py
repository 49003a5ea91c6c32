"""Benchmarks: each prints figures and ratios measured in one run. Run them all with `./dev bench`."""
