"""The table on the network: battles, seats, storage, HTTP and WebSocket. docs/server.md."""
