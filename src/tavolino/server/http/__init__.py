"""What every request passes: middleware, static files, error handlers, limits, metrics, logs."""
