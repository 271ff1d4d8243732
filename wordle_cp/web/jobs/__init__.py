"""What the processes of the pool do for the page: functions that are called by name.

Each takes a `Task` and keyword arguments, plain values, and returns a plain value. No module of this package
needs NiceGUI.
"""
