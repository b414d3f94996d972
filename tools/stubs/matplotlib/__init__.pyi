# What the plots use of matplotlib: pyright reads it, whether matplotlib is installed or not.
