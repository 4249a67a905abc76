"""What torch adds to multiprocessing is sharing tensors; there are none."""

from multiprocessing import *  # noqa: F403
from multiprocessing import connection  # noqa: F401
