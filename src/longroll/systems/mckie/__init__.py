"""McKie's big-battle rules: brigades of figures on a measured table."""
