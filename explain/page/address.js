// The address of a moment, which a link can hold: #stop=2 at a stop of the lesson, otherwise
// #step=12&left=...&right=..., where the panes are free also &free=1&other=40, and &board=1 where
// it is not the page's first board.

class Address {
  constructor(player) {
    this.player = player;
    addEventListener("hashchange", () => this.read());
  }

  get hash() {
    const { player } = this;
    if (player.isAtStop) return `#stop=${player.lesson.open + 1}`;
    const parts = new URLSearchParams({ step: player.time });
    player.panes.forEach((pane, side) => parts.set(side ? "right" : "left", pane.replay.search.approach));
    if (PLACE) parts.set("board", PLACE);
    if (!player.isTied) {
      parts.set("free", player.active + 1);
      parts.set("other", player.panes[1 - player.active].position);
    }
    return `#${parts}`;
  }

  // A moment after the last change: browsers refuse too many changes of the address.
  write() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const { hash } = this;
      if (location.hash !== hash && location.protocol !== "about:") history.replaceState(null, "", hash);
    }, 120);
  }

  // Go to the moment that the address names. Returns whether it names one.
  read() {
    const { player } = this;
    const parts = new URLSearchParams(location.hash.slice(1));
    const number = (name) => Number(parts.get(name)) || 0;
    if (parts.has("stop")) return player.lesson.show(number("stop") - 1);
    if (!parts.has("step")) return false;
    const board = number("board") in DATA.boards ? number("board") : 0;
    if (board !== PLACE) player.open(board);
    player.load(player.panes.map((_, side) => parts.get(side ? "right" : "left")));
    const free = number("free");
    player.tie(!free);
    if (free && player.panes.length > 1) {
      player.panes[2 - free]?.goTo(number("other"));
      player.active = free === 2 ? 1 : 0;
    }
    player.goTo(number("step"));
    return true;
  }
}
