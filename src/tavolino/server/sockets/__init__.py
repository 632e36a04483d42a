"""The WebSocket endpoint and its connections."""
