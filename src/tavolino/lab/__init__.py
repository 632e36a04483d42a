"""The lab: studies over many deals or games, on one core, several, or a Ray cluster.

A study says what is done for each number; the runner shares the numbers out in work units; the
ledger keeps the results of finished units as Parquet files; the report is made of these files.
"""

from tavolino.extras import require

require("lab")
