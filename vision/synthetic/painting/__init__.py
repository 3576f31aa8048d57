"""Paints materials, prints, figures and hands as flat images of light."""
