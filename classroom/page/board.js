// The board to click on: a grid whose squares say what stands there and why a square is shut.

import { el, squareWords, throughWords } from "./elements.js";

export class BoardGrid {
  constructor(frame, onSquare, onFocus, label = "Board") {
    this.onSquare = onSquare;
    this.onFocus = onFocus;
    this.grid = el("div", { class: "board", role: "grid", "aria-label": label });
    this.walls = el("svg", { class: "walls", "aria-hidden": "true" });
    frame.append(this.grid, this.walls);
    this.n = 0;
    this.focused = 0;
    const squareOf = (event) => event.target.closest(".cell")?.dataset.square;
    this.grid.addEventListener("click", (event) => this.choose(squareOf(event)));
    this.grid.addEventListener("focusin", (event) => this.tell(squareOf(event)));
    this.grid.addEventListener("pointerover", (event) => this.tell(squareOf(event)));
    this.grid.addEventListener("keydown", (event) => this.walk(event));
  }

  resize(n) {
    this.n = n;
    this.focused = 0;
    this.grid.style.setProperty("--n", n);
    this.walls.setAttribute("viewBox", `0 0 ${n} ${n}`);
    this.cells = [];
    this.grid.replaceChildren(...Array.from({ length: n }, (_, row) => {
      const cells = Array.from({ length: n }, (_, column) => {
        const square = row * n + column;
        return el("button", { type: "button", role: "gridcell", class: "cell", tabindex: square ? "-1" : "0", "data-square": square });
      });
      this.cells.push(...cells);
      return el("div", { role: "row", class: "row" }, ...cells);
    }));
  }

  choose(square) {
    if (square === undefined) return;
    this.focus(Number(square));
    this.onSquare(Math.floor(square / this.n), square % this.n);
  }

  tell(square) {
    if (square !== undefined) this.onFocus(this.cells[square].getAttribute("aria-label"));
  }

  focus(square) {
    this.cells[this.focused].tabIndex = -1;
    this.cells[square].tabIndex = 0;
    this.focused = square;
  }

  walk(event) {
    const { n } = this;
    const [row, column] = [Math.floor(this.focused / n), this.focused % n];
    const to = {
      ArrowLeft: [row, Math.max(column - 1, 0)],
      ArrowRight: [row, Math.min(column + 1, n - 1)],
      ArrowUp: [Math.max(row - 1, 0), column],
      ArrowDown: [Math.min(row + 1, n - 1), column],
      Home: [row, 0],
      End: [row, n - 1],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    this.focus(to[0] * n + to[1]);
    this.cells[this.focused].focus();
  }

  // Draw a board; `looked` is what Python said of it, if it has, `marks` hints, blame and counts.
  draw(board, looked, marks) {
    if (board.n !== this.n) this.resize(board.n);
    const has = (squares, row, column) => squares.some(([r, c]) => r === row && c === column);
    this.cells.forEach((cell, square) => {
      const [row, column] = [Math.floor(square / this.n), square % this.n];
      const reason = looked?.reasons[row][column];
      const [queen, blocked] = [has(board.placed, row, column), has(board.blocked, row, column)];
      const names = ["cell", this.ground(board, looked, row, column)];
      if (blocked) names.push("blocked");
      else if (queen && reason) names.push("attacked");
      else if (reason) names.push("ruled-out", "reported");
      if (has(marks.hinted, row, column)) names.push("hinted");
      if (has(marks.blamed, row, column)) names.push("blamed");
      cell.className = names.join(" ");
      const count = !queen && !reason && !blocked && marks.through ? marks.through[row][column] : null;
      const what = queen ? (reason ? `a queen, attacked: ${reason}` : "a queen") : blocked ? "blocked" : reason ?? "open";
      const region = board.regions ? `, region ${letter(board.regions[row][column])}` : "";
      const left = count === null ? "" : `, ${throughWords(count)}`;
      cell.setAttribute("aria-label", `${squareWords(row, column)}${region}: ${what}${left}`);
      cell.replaceChildren(...(queen ? [crown()] : count === null ? [] : [el("span", {}, `${count}`)]));
    });
    const shown = looked?.regions;
    this.walls.replaceChildren(...(shown ? [el("path", { d: shown.walls }), ...shown.labels.map(([row, column, name]) =>
      el("text", { x: column + 0.1, y: row + 0.29 }, name))] : []));
  }

  ground(board, looked, row, column) {
    if (board.regions) return `region-${board.regions[row][column] % 12}`;
    return (row + column) % 2 ? "dark" : "";
  }
}

export function letter(number) {
  return String.fromCharCode(65 + number);
}

function crown() {
  const svg = el("svg", { class: "crown", viewBox: "0 0 24 24", "aria-hidden": "true" });
  svg.append(el("use", { href: "#crown" }));
  return svg;
}
