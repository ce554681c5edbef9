"""Processes that jobs are done in, of this machine or of a Dask cluster: who dies is replaced."""
