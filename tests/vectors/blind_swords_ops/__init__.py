"""The operations of Blind Swords, by chapter. Those it shares with Chickasaw Bayou are here too."""
