"""Knows how watchers are told of what happens, each at their own pace."""
