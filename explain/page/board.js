// The board of a pane: queens, the square being tried, squares ruled out with their reasons.

class BoardView {
  constructor(pane, root) {
    this.pane = pane;
    this.grid = root.querySelector(".board");
    this.rays = root.querySelector(".rays");
    this.domains = root.querySelector(".domains");
    this.numbers = root.querySelectorAll(".numbers");
    this.tip = root.querySelector(".tip");
    this.cells = [];
    this.focused = 0;
    this.build();
    this.drawRegions(root.querySelector(".walls"));
  }

  build() {
    this.grid.style.setProperty("--n", N);
    this.domains.style.setProperty("--n", N);
    this.rays.setAttribute("viewBox", `0 0 ${N} ${N}`);
    for (let row = 0; row < N; row++) {
      const line = el("div", { role: "row", class: "row" });
      for (let column = 0; column < N; column++) {
        const cell = el("button", { type: "button", role: "gridcell", tabindex: "-1", class: "cell" });
        cell.dataset.square = row * N + column;
        this.cells.push(cell);
        line.append(cell);
      }
      this.grid.append(line);
      this.domains.append(el("div", { role: "listitem", class: "domain" }));
    }
    for (const numbers of this.numbers) {
      numbers.append(...Array.from({ length: N }, (_, number) => el("span", {}, `${number}`)));
    }
    if (N) this.cells[0].tabIndex = 0;
    this.listen();
  }

  // Heavy borders around the regions, and a letter in each.
  drawRegions(walls) {
    walls.setAttribute("viewBox", `0 0 ${N} ${N}`);
    if (!BOARD.regions) return;
    walls.append(el("path", { d: BOARD.regions.walls }), ...BOARD.regions.labels.map(([row, column, name]) =>
      el("text", { x: column + 0.1, y: row + 0.29 }, name)));
  }

  // The ground of a square: its region's colour, or else one of two shades.
  ground(square) {
    if (BOARD.regions) return ` region-${BOARD.regions.colours[square]}`;
    return (Math.floor(square / N) + (square % N)) % 2 ? " dark" : "";
  }

  listen() {
    const squareOf = (event) => {
      const cell = event.target.closest?.(".cell");
      return cell ? Number(cell.dataset.square) : null;
    };
    this.grid.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch" && !this.isPinned) this.explain(squareOf(event), false);
    });
    this.grid.addEventListener("pointerleave", () => { if (!this.isPinned) this.hideTip(); });
    this.grid.addEventListener("focusin", (event) => {
      if (event.target.matches(":focus-visible")) this.explain(squareOf(event), true);
    });
    this.grid.addEventListener("focusout", (event) => {
      if (!this.tip.contains(event.relatedTarget)) this.hideTip();
    });
    this.tip.addEventListener("focusout", (event) => {
      if (!this.grid.contains(event.relatedTarget)) this.hideTip();
    });
    this.grid.addEventListener("click", (event) => this.choose(squareOf(event)));
    this.grid.addEventListener("keydown", (event) => this.walk(event));
  }

  choose(square) {
    if (square === null) return;
    this.focus(square);
    if (this.pane.guess(square)) return;
    const again = this.isPinned && this.explained === square;
    this.hideTip();
    if (!again) this.isPinned = this.explain(square, true);
  }

  focus(square) {
    this.cells[this.focused].tabIndex = -1;
    this.cells[square].tabIndex = 0;
    this.focused = square;
  }

  walk(event) {
    const [row, column] = [Math.floor(this.focused / N), this.focused % N];
    const to = {
      ArrowLeft: [row, Math.max(column - 1, 0)],
      ArrowRight: [row, Math.min(column + 1, N - 1)],
      ArrowUp: [Math.max(row - 1, 0), column],
      ArrowDown: [Math.min(row + 1, N - 1), column],
      Home: [row, 0],
      End: [row, N - 1],
    }[event.key];
    if (event.key === "Escape") this.hideTip();
    if (event.key === " " || event.key === "Enter") event.stopPropagation();
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    this.focus(to[0] * N + to[1]);
    this.cells[this.focused].focus();
  }

  // What is so of a square, in words; `step` is when that came to be, `cause` why it is ruled out.
  state(square) {
    const { replay } = this.pane;
    const search = replay.search;
    const [row, column] = [Math.floor(square / N), square % N];
    const blocked = BOARD.blocked[row][column];
    if (blocked) return { name: "blocked", words: blocked };
    if (replay.isDecided(row, column)) {
      const { step } = replay.decisions.find((queen) => queen.row === row);
      return { name: "queen", words: `a queen, placed at step ${step + 1}`, step };
    }
    const step = replay.ruledOut[square];
    if (step >= 0) {
      const [kind, , , , index] = search.steps[step];
      if (kind === REFUTATION) {
        return { name: "ruled-out refuted", words: `refuted at step ${step + 1}: what follows from a queen here has been searched`, step };
      }
      const cause = search.causes[index];
      const verb = kind === PRUNED ? "pruned" : "refused";
      const words = `${verb} at step ${step + 1}: ${search.view.causes[index]}`;
      return { name: `ruled-out ${causeClass(cause)}`, words, step, cause };
    }
    if (replay.isForced(row, column)) return { name: "queen forced", words: `a queen: row ${row} has no other column left` };
    if (!replay.open[square]) {
      const queen = replay.decisions.find((one) => one.row === row);
      return { name: "other", words: `not tried now: the queen of row ${row} stands on ${squareWords(row, queen?.column)}` };
    }
    const { left } = this.pane;
    return { name: "open", words: left ? `open, ${throughWords(left.through[square])}` : "open" };
  }

  draw() {
    const { replay } = this.pane;
    const last = replay.lastStep;
    const tried = last && [DECISION, REFUTATION, CHECK, REJECTION, PRUNED].includes(last[0]) ? last[2] * N + last[3] : -1;
    const emptied = replay.failed?.row;
    this.cells.forEach((cell, square) => {
      const { name, words } = this.state(square);
      const [row, column] = [Math.floor(square / N), square % N];
      const now = square === tried ? " tried" : "";
      const failing = row === emptied ? " emptied" : "";
      const guess = this.pane.guessClass(square);
      const wanted = `cell ${name}${this.ground(square)}${now}${failing}${guess.name}`;
      if (cell.className !== wanted) cell.className = wanted;
      const region = BOARD.regions ? `, region ${BOARD.regions.names[square]}` : "";
      const label = `row ${row}, column ${column}${region}: ${words}${guess.words}`;
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      this.fill(cell, name.startsWith("queen") ? "queen" : name === "open" ? this.pane.left?.through[square] : undefined);
    });
    this.drawDomains(emptied);
    const nogood = tried < 0 && replay.learned ? replay.search.causes[replay.learned[2]] : null;
    this.drawRays(tried >= 0 ? this.state(tried).cause : nogood, tried);
    if (this.isPinned && this.explained !== null) this.explain(this.explained, true);
    else this.hideTip();
  }

  // Put on a square a queen, how many solutions go through it, or nothing.
  fill(cell, content = "") {
    if ((cell.dataset.content ?? "") === `${content}`) return;
    cell.dataset.content = content;
    if (content === "queen") cell.replaceChildren(el("svg", { class: "crown", "aria-hidden": "true" }, el("use", { href: "#crown" })));
    else cell.replaceChildren(...(content === "" ? [] : [el("span", {}, `${content}`)]));
  }

  drawDomains(emptied) {
    const { replay } = this.pane;
    [...this.domains.children].forEach((item, row) => {
      const columns = replay.columnsLeft(row);
      const text = columns.length ? rangeWords(columns) : "∅";
      if (item.textContent !== text) item.textContent = text;
      const decided = replay.decisions.some((queen) => queen.row === row);
      item.className = `domain${row === emptied || !columns.length ? " empty" : ""}${decided ? " decided" : replay.columns(row).length === 1 ? " single" : ""}`;
      item.setAttribute("aria-label", `row ${row}: ${columns.length ? columns.join(", ") : row === emptied ? "no column left" : "none"}`);
    });
  }

  // What a cause is about: the queen's line to the square, or the squares of a set that are open.
  drawRays(cause, square) {
    this.rays.replaceChildren();
    if (cause?.kind === "attack") this.drawAttack(LINES.get(cause.line), cause.queen[0] * N + cause.queen[1], square);
    else if (cause?.kind === "hall_set") this.drawGroups(cause.of ?? "row", cause.rows);
    else if (cause?.kind === "nogood") this.drawNogood(cause.literals);
    else if (cause?.kind === "no_support") this.drawGroups(cause.of ?? "row", [cause.row]);
  }

  // A ray, pieces of one where the line goes on at the other side, or a frame around its squares.
  drawAttack(line, queen, square) {
    const middle = (place) => [(place % N) + 0.5, Math.floor(place / N) + 0.5];
    const alike = () => [...this.cells.keys()].filter((one) => line.numbers[one] === line.numbers[queen]);
    if (line.drawn === "frame") return this.frame(alike(), line.look);
    const pieces = line.drawn === "pieces"
      ? alike().map(middle).map(([x, y]) => [x + line.slope / 2, y - 0.5, x - line.slope / 2, y + 0.5])
      : [[...middle(queen), ...middle(square)]];
    for (const look of ["halo", line.look]) {
      for (const [x1, y1, x2, y2] of pieces) this.rays.append(el("line", { class: `ray ${look}`, x1, y1, x2, y2 }));
    }
    return undefined;
  }

  drawGroups(name, numbers) {
    const line = LINES.get(name);
    const { open } = this.pane.replay;
    this.frame([...this.cells.keys()].filter((one) => open[one] && numbers.includes(line.numbers[one])), "hall-square");
  }

  // Solid frames around the queens of a nogood, dashed ones around the squares without.
  drawNogood(literals) {
    for (const [row, column, isQueen] of literals) this.frame([row * N + column], isQueen ? "nogood" : "nogood none");
  }

  frame(squares, look) {
    for (const square of squares) {
      const [x, y] = [(square % N) + 0.09, Math.floor(square / N) + 0.09];
      this.rays.append(el("rect", { class: `framed ${look}`, x, y, width: 0.82, height: 0.82, rx: 0.12 }));
    }
  }

  // Say in a bubble what is so of a square; one that stays leads to the step that did it.
  explain(square, stays) {
    if (square === null) return false;
    const { name, words, step, cause } = this.state(square);
    this.explained = square;
    const [row, column] = [Math.floor(square / N), square % N];
    this.tip.classList.toggle("stays", stays);
    const text = el("p", {}, el("strong", {}, unbroken(squareWords(row, column))), unbroken(` ${words}.`));
    const children = [text];
    if (stays && step !== undefined) {
      const link = el("button", { type: "button", class: "link" }, `Go to step ${step + 1}`);
      link.addEventListener("click", () => { this.hideTip(); this.pane.jump(step + 1); });
      children.push(link);
    }
    this.tip.replaceChildren(...children);
    this.tip.hidden = false;
    this.placeTip(square);
    if (name.startsWith("ruled-out")) this.drawRays(cause ?? null, square);
    return true;
  }

  placeTip(square) {
    const cell = this.cells[square].getBoundingClientRect();
    const frame = this.tip.parentElement.getBoundingClientRect();
    const left = Math.min(Math.max(cell.left - frame.left + cell.width / 2 - this.tip.offsetWidth / 2, 0),
      Math.max(frame.width - this.tip.offsetWidth, 0));
    const below = cell.bottom - frame.top + 6;
    const isLow = Math.floor(square / N) >= N / 2;
    this.tip.style.left = `${left}px`;
    this.tip.style.top = isLow ? `${cell.top - frame.top - this.tip.offsetHeight - 6}px` : `${below}px`;
  }

  hideTip() {
    this.tip.hidden = true;
    this.isPinned = false;
    this.explained = null;
  }
}
