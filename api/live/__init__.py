"""Tells watchers what happens, each at their own pace."""
