"""Describes the answers that are built up field by field, for OpenAPI and the socket's schema."""
