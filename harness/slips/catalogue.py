"""All slips that are known, in one table by name. A new slip is an entry in one of four files.

tested.py has those in what is tested, way.py those in the way of the search, handed.py those in
what is handed over, kept.py those in what is kept from call to call. They come from what people
ask about their programs and what teachers report; `Slip.source` names one where it is worth
reading.
"""

from __future__ import annotations

from harness.slips import handed, kept, tested, way
from harness.slips.slip import Slip

CATALOGUE: tuple[Slip, ...] = (*way.SLIPS, *tested.SLIPS, *handed.SLIPS, *kept.SLIPS)

SLIPS: dict[str, Slip] = {slip.name: slip for slip in CATALOGUE}
