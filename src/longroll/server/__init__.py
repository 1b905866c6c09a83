"""Battles on the network: seats, storage, HTTP and WebSocket. See docs/server.md."""
