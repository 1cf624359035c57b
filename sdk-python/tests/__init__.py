"""Tests without a service: `python -m unittest discover -s tests -t .` in the folder of the package."""
