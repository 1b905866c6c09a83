"""How the data files of the series are read: all faults at once, or a typed value."""

from longroll.board.datafile import Complaint, DataError, read

__all__ = ["Complaint", "DataError", "read"]
