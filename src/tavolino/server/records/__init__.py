"""Games that were played: history, statistics, playback, verification, uploads."""
