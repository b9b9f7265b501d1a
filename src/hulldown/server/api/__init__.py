"""The HTTP interface: routes, messages, errors, middleware."""
