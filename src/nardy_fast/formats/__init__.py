"""Texts of other shapes than a board: written plays."""
