"""The package's version, read by the build without importing anything."""

__version__ = "0.1.0.dev0"
