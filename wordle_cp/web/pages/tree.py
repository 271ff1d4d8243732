"""The view Tree: a strategy of a certificate, node by node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.rules.letters import capital, written
from wordle_cp.web.certificate_view import CertificateView

if TYPE_CHECKING:
    from wordle_cp.web.frame import ViewPage
    from wordle_cp.web.jobs.certificates import CertificateHead
    from wordle_cp.web.links import Link

_HINT: Final = "What to guess first, and after each response what to guess next. Choose a response to go on."


class TreeView(CertificateView):
    """What one tab shows: the options `file`, `opener` and `path` of the address."""

    first = "original-normal-optimal-within-6.cert.xz"
    kind = "certificate of a strategy"

    def __init__(self, page: ViewPage) -> None:
        """Show it on `page`."""
        self._shown: object = None  # the strategy that the viewer has
        super().__init__(page, _HINT)

    @staticmethod
    def _wanted(head: CertificateHead) -> int:
        """Return how much a certificate is wanted here: one that lists openers the most."""
        return head.strategy and 1 + bool(head.openers)

    async def _show_file(self, head: CertificateHead, link: Link) -> None:
        if head.impossible:
            told = "This certificate proves an impossibility, so it has no strategy."
            self._refer(told, "proof", link, "Look at the proof")
            return
        opener = link.option("opener")
        place = {"opener": opener, "after": link.option("path")}
        if self._shown == (self._path, opener):
            self._busy.text = ""
            self._tell("place", place)
            return
        arguments = {"needs": f"tree {self._path}", "opener": opener or None}
        tree = await self._run("certificates.tree", "checking the strategy", **arguments)
        self._shown = (self._path, opener)
        if opener:
            self._claim.text = tree["claim"]
        openers = [(written(one), "".join(map(capital, one))) for one in head.openers]
        self._tell("tree", tree, openers or [("", "")], place)

    def _hide(self) -> None:
        """Show no strategy."""
        super()._hide()
        self._shown = None
