"""Application-defined close codes of WebSockets; docs/server/protocol.md lists them."""

SIGNED_OUT, FULL = 4401, 4503
