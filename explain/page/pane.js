// A pane: one search, its board, its source, its open decisions, its counters and its tree.

class Pane {
  constructor(player, side, approach) {
    this.player = player;
    this.side = side;
    this.root = document.getElementById("pane-template").content.firstElementChild.cloneNode(true);
    this.root.id = side ? "right" : "left";
    this.root.setAttribute("aria-label", side ? "Right pane" : "Left pane");
    document.getElementById("panes").append(this.root);
    this.question = null;
    this.other = null;
    this.which = this.root.querySelector(".which");
    this.which.setAttribute("aria-label", `Search in the ${side ? "right" : "left"} pane`);
    for (const name of SEARCHES.keys()) this.which.append(el("option", { value: name }, name));
    this.which.addEventListener("change", () => this.player.show(this.side, this.which.value));
    this.root.addEventListener("pointerdown", () => this.player.choosePane(this.side));
    this.through = this.root.querySelector(".through");
    this.through.addEventListener("click", () => this.player.setCounting(!this.player.isCounting));
    this.load(approach);
    this.board = new BoardView(this, this.root);
    this.tree = new TreeView(this, this.root);
    this.learned = new LearnedView(this, this.root.querySelector(".learned"));
  }

  load(approach) {
    const search = SEARCHES.get(approach);
    this.endQuestion(null);
    this.replay = new Replay(search);
    this.which.value = approach;
    const whole = new Replay(search);
    whole.goTo(search.steps.length);
    this.totalsAt = whole.nodesAt;
    this.totals = whole.counts;
    this.root.querySelector(".board").setAttribute("aria-label", `Board of ${approach}`);
    const side = this.side ? "right" : "left";
    this.root.querySelector(".calls").setAttribute("aria-label", `Functions that are running, ${side}`);
    this.root.querySelector(".code").setAttribute("aria-label", `Source of the search, ${side}`);
    this.root.querySelector(".pane-title").textContent = `${this.side ? "Right" : "Left"}: ${approach}`;
    this.root.querySelector(".description").textContent = search.description;
    const note = this.root.querySelector(".search-note");
    note.textContent = search.view.note;
    note.hidden = !search.view.note;
    this.buildCode(search);
  }

  buildCode(search) {
    const code = this.root.querySelector(".code");
    this.lines = search.listings.map((listing) => listing.lines.map((text, place) => {
      const indent = text.length - text.trimStart().length;
      const number = el("span", { class: "number", "aria-hidden": "true" }, `${listing.numbers[place]}`);
      return el("div", { class: "line" }, number, el("code", { style: `--indent:${indent}ch` }, text.trimStart() || " "));
    }));
    code.replaceChildren(...search.listings.flatMap((listing, place) => [
      el("div", { class: "file" }, listing.path), ...this.lines[place],
    ]));
    this.marked = [];
    this.root.querySelector(".code-wrap").hidden = !search.listings.length;
  }

  get position() { return this.replay.position; }

  get length() { return this.replay.search.steps.length; }

  // Rebuild what depends on which search stands in the other pane.
  relate(other) {
    this.other = other;
    const { view, tree } = this.replay.search;
    const theirs = other?.replay.search;
    const isWeaker = theirs && tree.parent.length - tree.extra.size > theirs.tree.parent.length - theirs.tree.extra.size;
    this.tree.build(isWeaker ? view.never[theirs.approach] ?? [] : []);
  }

  goTo(position) {
    if (this.question && position !== this.position) this.endQuestion(null);
    this.replay.goTo(Math.max(0, Math.min(position, this.length)));
  }

  jump(position) {
    this.player.jump(this.side, position);
  }

  draw() {
    this.drawLeft();
    this.board.draw();
    this.tree.draw();
    this.learned.draw();
    this.drawCode();
    this.drawNow();
    this.drawStack();
    this.drawCounters();
  }

  drawLeft() {
    const { isCounting, isPlaying } = this.player;
    const { solutions } = this.replay.search;
    const said = this.root.querySelector(".left");
    this.left = isCounting && solutions ? solutionsLeft(this.replay) : null;
    this.through.hidden = !solutions;
    this.through.setAttribute("aria-pressed", isCounting);
    said.setAttribute("aria-live", isPlaying ? "off" : "polite");
    said.textContent = this.left?.words ?? "";
  }

  drawNow() {
    const { badge, sentence } = stepWords(this.replay.search, this.replay.lastStep);
    const sign = this.root.querySelector(".badge");
    sign.textContent = badge;
    sign.dataset.kind = badge;
    this.root.querySelector(".at").textContent = `step ${this.position.toLocaleString("en")} of ${this.length.toLocaleString("en")}`;
    this.root.querySelector(".sentence").textContent = unbroken(sentence);
    this.root.querySelector(".now").setAttribute("aria-live", this.player.isPlaying ? "off" : "polite");
  }

  drawCode() {
    for (const line of this.marked) {
      line.classList.remove("current", "caller");
      line.removeAttribute("aria-current");
    }
    const place = this.replay.lastStep ? this.replay.search.places[this.replay.lastStep[1]] : [];
    this.marked = place.map(([listing, line]) => this.lines[listing][line]);
    this.drawCalls(place);
    this.marked.forEach((line, level) => line.classList.add(level ? "caller" : "current"));
    const [current] = this.marked;
    if (!current) return;
    current.setAttribute("aria-current", "step");
    this.scrollTo(current);
  }

  scrollTo(line) {
    const code = line.parentElement;
    const top = line.offsetTop;
    if (top < code.scrollTop + 20 || top > code.scrollTop + code.clientHeight - 40) {
      code.scrollTop = top - code.clientHeight / 2;
    }
  }

  // The functions that are running, outermost first, each a way to its line.
  drawCalls(place) {
    const calls = place.map(([listing, line], level) => {
      const name = this.functionAround(listing, line);
      const button = el("button", { type: "button", class: "link", "aria-current": !level && "true" }, name);
      button.addEventListener("click", () => this.scrollTo(this.lines[listing][line]));
      return button;
    });
    this.root.querySelector(".calls").replaceChildren(...calls.reverse());
  }

  functionAround(listing, line) {
    const { lines } = this.replay.search.listings[listing];
    const indent = (text) => text.length - text.trimStart().length;
    let within = indent(lines[line]);
    for (let above = line; above >= 0; above--) {
      const name = /^\s*(?:async )?def (\w+)/.exec(lines[above])?.[1];
      if (name && (above === line || indent(lines[above]) < within)) return name;
      // a closing bracket of a signature stands as far out as its def
      const isCode = lines[above].trim() && !lines[above].trim().startsWith(")");
      if (isCode) within = Math.min(within, indent(lines[above]));
    }
    return "module";
  }

  drawStack() {
    const stack = this.root.querySelector(".stack");
    const stays = this.replay.learned?.[3] ?? Infinity;
    stack.replaceChildren(...this.replay.decisions.map(({ row, column, step }, level) => {
      const title = `placed at step ${step + 1}${level >= stays ? ", now taken back" : ""}`;
      const button = el("button", { type: "button", class: level >= stays && "jumped", title }, squareWords(row, column));
      button.addEventListener("click", () => this.jump(step + 1));
      return el("li", {}, button);
    }));
    if (!this.replay.decisions.length) stack.append(el("li", { class: "none" }, "none"));
  }

  drawCounters() {
    const { counts } = this.replay;
    const start = (kind) => (kind === DECISION ? 1 : 0); // the start is a node too
    const figures = DATA.counters.map(({ kind, name, meaning }) =>
      [name, meaning, counts[kind] + start(kind), this.totals[kind] + start(kind)]);
    this.root.querySelector(".counters").replaceChildren(...figures.map(([name, meaning, done, total]) =>
      el("div", { "data-counter": name, class: total ? "" : "unused", title: meaning }, el("dt", {}, name),
        el("dd", {}, el("b", {}, done.toLocaleString("en")), ` / ${total.toLocaleString("en")}`))));
  }

  // Ask what will be ruled out, if the search has just decided and something will.
  ask() {
    const batch = batchAfter(this.replay.search, this.position);
    if (!batch) return false;
    this.question = new Question(this, batch);
    this.draw();
    return true;
  }

  guess(square) {
    if (!this.question) return false;
    this.question.toggle(square);
    this.board.draw();
    return true;
  }

  guessClass(square) {
    return this.question ? this.question.mark(square) : { name: "", words: "" };
  }

  // Put the question away, and go on to `position` if one is given.
  endQuestion(position) {
    this.question?.end();
    this.question = null;
    if (position !== null) this.jump(position);
  }
}
