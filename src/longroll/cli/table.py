"""A session in the terminal: shows the battle, reads a line, does what it says, until the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from longroll import Battle, LongrollError
from longroll.ai import Player, advise, think
from longroll.cli import choices, explain
from longroll.cli.console import BadInput, complain
from longroll.cli.files import load_battle
from longroll.cli.lines import Lines
from longroll.display import terminal_of
from longroll.kernel.decision import Choice
from longroll.rulebooks import UnknownRule, UnknownRulebook

#: The name of a viewer who plays neither side.
SPECTATOR = "spectator"

#: News of more lines than this is cut; `log` shows the rest.
NEWS = 25
#: If more places than this would be marked on the map, none are: marks would say nothing.
LIT = 150

HELP = """\
Play      a number, the words of a choice (move 13us-a), or one word that identifies it (1519)
          several steps in one line, if the system has such a gesture (move 13us-a 2409)
          on maps of hexes: march 1719 1717 13us (everybody as far and in the same direction),
          fire 1519 enough (the fewest who reach the best result), volley (where it does most)
choices   list the choices again; choices VERB lists all that begin with VERB
why X     why choice X is not allowed: every rule that bars it
advice    what the computer would do in your place, and why
odds X    what choice X can lead to, with exact chances and the arithmetic
rule ID   what a rule says (rule 11.2.3)
map       the whole map; map HEX [RADIUS] shows the hexes around one, large
stack X   what is in hex X, or what unit X is and where
log [N]   the last N lines of the log (20); log -v [N] with the arithmetic and the dice
view      map, question and choices again
undo      take back your last line, unless a die, news of the enemy or the end of a phase came after
save FILE write the record of the battle; load FILE continues from a record or a position
quit      leave"""


class Table:
    """One session. `seats` says who plays a side: a computer player, or None for a person."""

    def __init__(
        self,
        battle: Battle,
        seats: Mapping[str, Player | None],
        out: Console,
        lines: Lines,
        maps: bool = True,
        asks_all: bool = False,
    ) -> None:
        self.battle = battle
        self.terminal = terminal_of(battle.system)
        self.seats = seats
        self.out = out
        self.lines = lines
        self.maps = maps
        #: Whether a player is asked even where only one answer makes sense.
        self.asks_all = asks_all
        #: Whether anything that was typed could not be done.
        self.refused = False
        self._saved = battle.past.number
        #: The decision before each line the player has typed, for undo.
        self._marks: list[int] = []
        #: How much of the log each viewer has been shown.
        self._told: dict[str, int] = {}
        self._viewer = ""
        self._moment = ""
        self._asked: tuple[str, ...] = ()
        self._last_line = ""

    # The loop

    def run(self) -> None:
        """Play until `quit` or the end of the input."""
        changed = True
        while True:
            self._let_others_play()
            if changed:
                self._show()
            line = self.lines.read()
            if line is None:
                self.say(f"End of input at decision {self.battle.past.number}. {self._unsaved()}")
                return
            if line.split()[:1] == ["quit"] and self._sure(line):
                return
            changed = self._obey(line)
            self._last_line = line

    def _obey(self, line: str) -> bool:
        """Do what a line says; True if the battle has to be shown again."""
        word, *rest = line.split()
        if word == "quit":
            return False
        try:
            command = _COMMANDS.get(word)
            if command is not None and word not in self._verbs():
                return command(self, rest)
            self._play(line)
        except BrokenPipeError:
            raise
        except OSError as error:
            self._refuse(f"{error.filename}: {error.strerror}")
        except (LongrollError, UnknownRule, UnknownRulebook) as error:
            self._refuse(str(error).replace(f"{self.battle.system.slug}:", ""))
        else:
            return True
        return False

    def _refuse(self, why: str) -> None:
        self.refused = True
        complain(why)

    def _play(self, line: str) -> None:
        before = self.battle.past.number
        self.battle.play(self._meant(line))
        self._marks.append(before)

    def _let_others_play(self) -> None:
        while (decision := self.battle.decision) is not None:
            player = self.seats[decision.side]
            if player is not None:
                self.battle.play(think(player, self.battle).choice)
            elif not self.asks_all and decision.sensible is not None:
                self.say(f"  {decision.question} {decision.sensible}", "dim")
                if self._saved == self.battle.past.number:
                    self._saved += 1  # nothing of the player's own is lost
                self.battle.play(decision.sensible)
            else:
                return

    # What is shown

    def say(self, text: str, style: str = "") -> None:
        """One line, never broken or cut."""
        self.out.print(Text(text, style=style), soft_wrap=True)

    def _say_all(self, lines: Iterable[str], style: str = "") -> None:
        for line in lines:
            self.say(line, style)

    def viewer(self) -> str:
        """The side whose view is on the screen."""
        people = [side for side, player in self.seats.items() if player is None]
        if len(people) == 1:
            return people[0]
        decision = self.battle.decision
        return decision.side if decision is not None else SPECTATOR

    def _facts(self) -> Any:
        return self.battle.view(self.viewer()).facts

    def _show(self) -> None:
        """The map if the moment is new, the news, and the question."""
        viewer = self.viewer()
        if viewer != self._viewer:
            self.lines.hand_over(self.out, viewer if self._viewer else "")
        headline = self.terminal.headline(self._facts())
        moment = f"{viewer}: {headline.partition(' | ')[0]}"
        new = moment != self._moment
        self._viewer, self._moment = viewer, moment
        # The map is tall, so the news and the question come below it, where they are seen.
        if new and self.maps:
            self._map([])
        self._news(viewer)
        self._question(headline, new)

    def _news(self, viewer: str) -> None:
        """What the viewer has not been shown yet."""
        since = self._told.get(viewer, -1)
        told: list[list[str]] = []
        played = self.battle.past
        while played.number > since:
            seen = [event.seen_by(viewer) for event in played.events]
            told.append(
                explain.log_lines((e for e in seen if e is not None), self.battle.system.slug)
            )
            if played.before is None:
                break
            played = played.before
        lines = [line for part in reversed(told) for line in part]
        if len(lines) > NEWS:
            self.say(f"  ... {len(lines) - NEWS} more lines: log {len(lines)}", "dim")
        self._say_all((f"  {line}" for line in lines[-NEWS:]), "italic")
        self._told[viewer] = self.battle.past.number

    def _question(self, headline: str, new: bool) -> None:
        self.say("")
        self.say(headline, "bold")
        decision = self.battle.decision
        if decision is None:
            self._say_all(explain.result_lines(self.battle), "bold")
            self.say("The battle is over: log, map, undo, save FILE, or quit.")
            return
        rule = explain.short(decision.rule, self.battle.system.slug)
        self.say(f"{decision.side.title()}: {decision.question} [{rule}]", "bold green")
        verbs = self._verbs()
        if not new and verbs == self._asked and len(decision.choices) > choices.HEXES_LISTED:
            self.say(f"  {len(decision.choices)} choices as before: {', '.join(verbs)} (`choices`)")
        else:
            self._menu()
        self._asked = verbs

    def _menu(self, verb: str = "") -> None:
        glossary = choices.Glossary(partial(self.terminal.gloss, self._facts()), self._is_hex)
        listed = choices.numbered(self.battle)
        self._say_all(choices.menu(listed, glossary, max(60, self.out.width), verb))

    def _verbs(self) -> tuple[str, ...]:
        """What the choices begin with."""
        decision = self.battle.decision
        choices = decision.choices if decision is not None else ()
        return tuple(dict.fromkeys(choice.verb for choice in choices))

    def _is_hex(self, word: str) -> bool:
        return self.battle.system.noun(self.battle.state, "hex", word) is not None

    def _meant(self, line: str) -> Choice:
        if not line.strip():
            raise BadInput("which choice? Give its number or its words")
        if self.battle.decision is None:
            raise BadInput("the battle is over")
        facts = self._facts()
        return choices.read_line(
            line,
            choices.numbered(self.battle),
            lambda word: bool(self.terminal.describe(facts, word)),
        )

    def _lit(self, facts: Any) -> set[str]:
        """The places that the choices name, directly or through a unit there."""
        offers = [one.offer for one in choices.numbered(self.battle)]
        hexes = {hex for offer in offers for hex in offer.hexes}
        units = {unit for offer in offers for unit in offer.units}
        if len(hexes) + len(units) > LIT:
            return set()
        places = {self.terminal.gloss(facts, unit) for unit in units}
        return hexes | {place for place in places if self._is_hex(place)}

    # Commands: each returns whether the battle has to be shown again

    def _map(self, words: list[str]) -> bool:
        facts = self._facts()
        around, radius = (*words, "", "")[:2]
        if len(words) > 2 or (radius and not radius.isdecimal()):
            raise BadInput("usage: map, map HEX, or map HEX RADIUS")
        try:
            drawn = self.terminal.draw(facts, around, int(radius or 3), self._lit(facts))
        except ValueError as error:
            raise BadInput(str(error)) from None
        wide = max(map(len, drawn.split("\n")))
        if wide > self.out.width:
            what = f"This map is {wide} columns wide, the screen only {self.out.width}"
            self.say(f"{what}: `map HEX RADIUS` draws a smaller part.")
            return False
        text = Text(drawn)
        for pattern, style in self.terminal.styles.items():
            text.highlight_regex(pattern, style)
        self.out.print(text, soft_wrap=True)
        if not around:
            self._say_all(self.terminal.legend.split("\n"), "dim")
        return False

    def _view(self, words: list[str]) -> bool:
        self._map(words)
        self._question(self.terminal.headline(self._facts()), new=True)
        return False

    def _list_choices(self, words: list[str]) -> bool:
        self._menu(" ".join(words))
        return False

    def _why(self, words: list[str]) -> bool:
        self._say_all(explain.why_not(self.battle, self._meant(" ".join(words))))
        return False

    def _odds(self, words: list[str]) -> bool:
        self._say_all(explain.odds_lines(self.battle, self._meant(" ".join(words))))
        return False

    def _advice(self, words: list[str]) -> bool:
        if self.battle.decision is None:
            raise BadInput("the battle is over")
        self._say_all(explain.advice_lines(advise(self.battle)))
        return False

    def _rule(self, words: list[str]) -> bool:
        if not words and self.battle.decision is not None:
            words = [self.battle.decision.rule]
        for id in words:
            self._say_all(explain.rule_text(id, self.battle.system.slug))
        return False

    def _stack(self, words: list[str]) -> bool:
        if not words:
            raise BadInput("usage: stack HEX, or stack UNIT")
        for word in words:
            lines = self.terminal.describe(self._facts(), word)
            if not lines:
                raise BadInput(f"{word!r} is neither a hex of the map nor a unit")
            self._say_all(lines)
        return False

    def _log(self, words: list[str]) -> bool:
        verbose = "-v" in words
        numbers = [word for word in words if word != "-v"]
        if len(numbers) > 1 or not all(word.isdecimal() for word in numbers):
            raise BadInput("usage: log, log N, or log -v N")
        count = int(numbers[0]) if numbers else 20
        events = list(self.battle.log(self.viewer()))[-count:] if count else []
        self._say_all(explain.log_lines(events, self.battle.system.slug, verbose))
        return False

    def _undo(self, words: list[str]) -> bool:
        """Back to before the player's last line: all of it or nothing."""
        trial = self.battle.copy()
        goal = self._marks[-1] if self._marks else trial.past.number - 1
        trial.undo()
        while trial.past.number > goal:
            trial.undo()
        self.battle = trial
        if self._marks:
            self._marks.pop()
        self._told = {side: min(at, trial.past.number) for side, at in self._told.items()}
        self.say(f"Back at decision {trial.past.number}.")
        return True

    def _save(self, words: list[str]) -> bool:
        if len(words) != 1:
            raise BadInput("usage: save FILE")
        Path(words[0]).write_text(self.battle.record(), encoding="utf-8")
        self._saved = self.battle.past.number
        self.say(f"Saved {self._saved} decisions in {words[0]}.")
        return False

    def _load(self, words: list[str]) -> bool:
        if len(words) != 1:
            raise BadInput("usage: load FILE")
        if not self._sure(" ".join(["load", *words])):
            return False
        battle = load_battle(Path(words[0]))
        if battle.system is not self.battle.system:
            raise BadInput(f"{words[0]} is a battle of {battle.system.slug}")
        self.battle = battle
        self._saved = battle.past.number
        self._marks = []
        self._told = dict.fromkeys((*battle.system.sides, SPECTATOR), battle.past.number)
        self._moment = ""
        self.say(f"Loaded {words[0]}, at decision {battle.past.number}.")
        return True

    def _help(self, words: list[str]) -> bool:
        self._say_all(HELP.split("\n"))
        return False

    # Nothing gets lost

    def _sure(self, line: str) -> bool:
        """Whether leaving the battle loses nothing, or was requested twice."""
        if self._saved == self.battle.past.number or line.split() == self._last_line.split():
            return True
        self.say(f"{self._unsaved()} `{line.strip()}` once more does it without saving.")
        return False

    def _unsaved(self) -> str:
        if self._saved == self.battle.past.number:
            return "Nothing is unsaved."
        count = self.battle.past.number
        return (
            f"{count} decision{'s are' if count != 1 else ' is'} not saved: `save FILE` keeps them."
        )


_COMMANDS: dict[str, Callable[[Table, list[str]], bool]] = {
    "map": Table._map,
    "view": Table._view,
    "choices": Table._list_choices,
    "why": Table._why,
    "odds": Table._odds,
    "advice": Table._advice,
    "rule": Table._rule,
    "stack": Table._stack,
    "log": Table._log,
    "undo": Table._undo,
    "save": Table._save,
    "load": Table._load,
    "help": Table._help,
}
