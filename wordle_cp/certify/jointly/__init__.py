"""One certificate checked by several processes."""
