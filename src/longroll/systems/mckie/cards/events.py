"""What happens with event cards."""

from __future__ import annotations

from longroll.kernel.event import Effect, Event


class CardsDrawn(Event, frozen=True, kw_only=True):
    """Who drew a card; his own side sees which. [mckie:cards.4]"""

    side: str
    drawn: dict[str, str]

    def text(self) -> str:
        if not any(self.drawn.values()):
            return f"Cards are drawn for {', '.join(self.drawn)}."
        told = ", ".join(f"{who}: {card}" for who, card in self.drawn.items())
        return f"Cards are drawn. {told}."

    def seen_by(self, side: str) -> Event | None:
        if side == self.side:
            return self
        return CardsDrawn(rules=self.rules, side=self.side, drawn=dict.fromkeys(self.drawn, ""))


class CardPlayed(Event, frozen=True, kw_only=True):
    """A card was played and goes to the bottom of the pack. [mckie:cards.5] [mckie:cards.8]"""

    side: str
    holder: str
    card: str
    says: str
    on: str = ""

    def text(self) -> str:
        on = f" on {self.on}" if self.on else ""
        return f"{self.holder} plays {self.card}{on}: {self.says}"

    def effect(self) -> Effect | None:
        return Effect("other", self.text())
