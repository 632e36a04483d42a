"""Limits of requests and connections: size, time, number, rate, and for which host."""
