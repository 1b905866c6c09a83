"""The report of a run: one page of HTML that needs nothing else."""

from longroll.lab.report.page import write_report

__all__ = ["write_report"]
