"""Stands in for torch, of which RealtimeSTT uses two things on a machine without a graphics card.

The wheel for Linux brings about 3 GB of CUDA libraries. A real torch that is installed is used
instead of this one, see realtimestt_peer.py.
"""

from types import SimpleNamespace

__version__ = "stand-in"
cuda = SimpleNamespace(is_available=lambda: False)


class Tensor:
    """Nothing is one; numpy's relatives ask."""
