"""The app, the command line and everything that needs both sight and rules."""

__version__ = "0.1.0"
