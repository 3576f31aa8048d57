"""Decides who plays whom: pure, without sockets, files, a clock or chance."""
