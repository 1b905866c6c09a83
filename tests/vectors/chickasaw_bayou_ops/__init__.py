"""The operations that only Chickasaw Bayou has, by chapter."""
