"""26.3 BCE recovery: which brigades are fit for the second day."""

from __future__ import annotations

from longroll.kernel.agenda import Do, Umpire
from longroll.kernel.event import Detail, Effect, Event
from longroll.kernel.wording import listed
from longroll.systems.corinth.state import State
from longroll.systems.gbacw.events import PhaseBegan
from longroll.systems.gbacw.sequence import begin_phase


class EffectivenessRecovered(Event, frozen=True, kw_only=True):
    """What the night did to the brigades that broke, and to the limits of the others."""

    regained: tuple[str, ...]
    broken: tuple[str, ...]
    #: Titles of brigades with their new limits.
    extended: tuple[tuple[str, int], ...]

    def text(self) -> str:
        told = []
        if self.regained:
            told.append(f"Effective again: {listed(self.regained)}.")
        if self.broken:
            told.append(f"Not effective on the second day: {listed(self.broken)}.")
        told.append(f"{len(self.extended)} brigades extend their limits.")
        return " ".join(told)

    def details(self) -> list[Detail]:
        return [Detail(str(limit), f"limit of {title}") for title, limit in self.extended]

    def effect(self) -> Effect | None:
        return Effect("other", self.text())


class Nightfall(Do, frozen=True):
    """Note which brigades broke on the first day. [corinth:26.23] [corinth:roster.2]"""

    def run(self, state: State, umpire: Umpire) -> None:
        for slug, brigade in state.brigades.items():
            if brigade.broken:
                state.set_brigade(slug, broke_first_day=True)


class RecoverEffectiveness(Do, frozen=True):
    """After the last night turn: a brigade below its limit adds its boxes of the second day.

    One that broke and has since recovered enough men is effective again; one at its limit stays
    broken. Brigades with a single limit keep it, and their effectiveness (GB-D3, GB-D4).
    [corinth:26.3] [corinth:26.31] [corinth:26.32] [corinth:26.33] [corinth:26.34.1]
    [corinth:26.34.2]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        begin_phase(state, "", "recovery")
        umpire.tell(
            PhaseBegan(
                rules=("corinth:21.1.3",),
                side="",
                phase="recovery",
                title="BCE Recovery Interphase",
            )
        )
        roster, before = state.game.roster, state.brigades
        for slug, line in roster.brigades.items():
            brigade = before[slug]
            broken = brigade.boxes >= brigade.limit
            limit = brigade.limit if broken else max(brigade.limit, line.second_day)
            state.set_brigade(slug, broken=broken, limit=limit)
        for slug in roster.brigades:  # other reasons to be broken still apply
            state.game.rules.brigade_hurt(state, slug, umpire)
        after = {slug: (line.title, state.brigades[slug]) for slug, line in roster.brigades.items()}
        umpire.tell(
            EffectivenessRecovered(
                rules=("corinth:26.32",),
                regained=tuple(
                    title
                    for slug, (title, now) in after.items()
                    if before[slug].broken and not now.broken
                ),
                broken=tuple(title for title, now in after.values() if now.broken),
                extended=tuple(
                    (title, now.limit)
                    for slug, (title, now) in after.items()
                    if now.limit > before[slug].limit
                ),
            )
        )


STEPS = (Nightfall, RecoverEffectiveness)
