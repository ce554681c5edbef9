// Play: the board, its state in the address, and what Python answers while it is changed.

import { BoardGrid, letter } from "./board.js";
import { el } from "./elements.js";
import { Ended } from "./python.js";

const $ = (id) => document.getElementById(id);
const EMPTY = { n: 6, placed: [], blocked: [], rule: "queens", regions: null };

export class Play {
  constructor(python, choices) {
    this.python = python;
    this.choices = choices;
    this.marks = { hinted: [], blamed: [], through: null };
    this.grid = new BoardGrid($("frame"), (row, column) => this.change(row, column), (text) => { $("said").textContent = text; });
    fill($("size"), choices.sizes);
    fill($("rule"), [...choices.rules, "regions"]);
    fill($("propagator"), choices.hints);
    this.listen();
    addEventListener("hashchange", () => { if (location.hash.slice(1) !== toHash(this.board)) this.open(fromHash(location.hash, choices)); });
    this.open(fromHash(location.hash, choices));
  }

  listen() {
    $("size").onchange = () => this.open({ ...EMPTY, n: Number($("size").value), rule: this.board.rule, regions: this.board.regions && bands(Number($("size").value)) });
    $("rule").onchange = () => {
      const isRegions = $("rule").value === "regions";
      this.open({ ...this.board, rule: isRegions ? "queens" : $("rule").value, regions: isRegions ? bands(this.board.n) : null });
    };
    $("clear").onclick = () => this.open({ ...this.board, placed: [], blocked: [] });
    $("hint").onclick = () => this.hint();
    $("follow").onclick = () => this.follow();
    $("conflict").onclick = () => this.blame();
    $("through").onclick = () => {
      $("through").setAttribute("aria-pressed", $("through").getAttribute("aria-pressed") !== "true");
      this.draw();
    };
    $("draw").onclick = () => this.say("draw-said", () => this.puzzle());
    $("load").onclick = () => this.say("load-said", async () => {
      this.open(await this.python.ask("read", { text: $("text").value }));
      return "Loaded.";
    });
    $("save").onclick = () => download("board.txt", $("text").value);
  }

  // Show another board, and ask Python about it.
  open(board) {
    this.board = board;
    $("size").value = board.n;
    $("rule").value = board.regions ? "regions" : board.rule;
    fill($("region"), Array.from({ length: board.n }, (_, number) => letter(number)));
    $("region-label").hidden = !board.regions;
    $("tool").options[2].disabled = !board.regions;
    if (!board.regions && $("tool").value === "paint") $("tool").value = "placed";
    this.marks = { hinted: [], blamed: [], through: null };
    this.looked = null;
    $("count").textContent = "…";
    for (const id of ["hint-said", "conflict-said", "conflict-steps"]) $(id).textContent = "";
    $("follow").hidden = true;
    history.replaceState(null, "", `#${toHash(board)}`);
    $("link").href = location.href;
    this.draw();
    this.inform();
  }

  change(row, column) {
    const { board } = this;
    const tool = $("tool").value;
    if (tool === "paint") {
      const regions = board.regions.map((line) => [...line]);
      regions[row][column] = $("region").selectedIndex;
      return this.open({ ...board, regions });
    }
    const isThere = ([r, c]) => r === row && c === column;
    const was = board[tool].some(isThere);
    // a row holds one queen: a second one takes the first one's place
    const others = board[tool].filter((square) => !isThere(square) && (tool !== "placed" || square[0] !== row));
    return this.open({ ...board, [tool]: was ? others : [...others, [row, column]] });
  }

  // Ask about the board of now; while an answer is awaited, only the last change counts.
  async inform() {
    if (this.isAsking) return;
    this.isAsking = true;
    for (let asked = null; asked !== this.board;) {
      asked = this.board;
      try {
        const looked = await this.python.ask("look", { board: asked });
        if (asked !== this.board) continue;
        this.looked = looked;
        $("text").value = looked.text;
        this.draw();
        const left = await this.python.ask("left", { board: asked });
        if (asked === this.board) this.count(left);
      } catch (error) {
        if (error instanceof Ended) asked = null;
        else $("said").textContent = error.message;
      }
    }
    this.isAsking = false;
  }

  count(left) {
    const most = left.is_all ? "" : "at least ";
    $("count").textContent = `${most}${left.count.toLocaleString("en")}`;
    this.marks.through = left.by_square;
    this.draw();
  }

  draw() {
    const isThrough = $("through").getAttribute("aria-pressed") === "true";
    this.grid.draw(this.board, this.looked, { ...this.marks, through: isThrough ? this.marks.through : null });
  }

  async say(place, asking) {
    $(place).textContent = "…";
    try {
      $(place).textContent = await asking();
    } catch (error) {
      $(place).textContent = error instanceof Ended ? "Stopped." : error.message;
    }
  }

  async puzzle() {
    const [n, seed, isSure] = [this.board.n, Math.floor(Math.random() * 1e6), $("no-guess").checked];
    const onPart = ({ drawn }) => { $("draw-said").textContent = `Puzzle ${drawn} is drawn …`; };
    this.open(await this.python.ask("puzzle", { n, seed, no_guess: isSure }, onPart));
    return `Seed ${seed}: one solution${isSure ? ", and no guess is needed" : ""}.`;
  }

  hint() {
    return this.say("hint-said", async () => {
      const found = await this.python.ask("hint", { board: this.board, name: $("propagator").value });
      this.marks.hinted = found.square ? [found.square] : [];
      this.hinted = found;
      $("follow").hidden = !found.square;
      this.draw();
      return found.text;
    });
  }

  follow() {
    const { square, text } = this.hinted;
    const list = text.startsWith("Row") ? "placed" : "blocked";
    this.open({ ...this.board, [list]: [...this.board[list], square] });
  }

  blame() {
    return this.say("conflict-said", async () => {
      const found = await this.python.ask("conflict", { board: this.board });
      this.marks.blamed = found.squares ?? [];
      $("conflict-steps").replaceChildren(...found.steps.map((step) => el("li", {}, step)));
      this.draw();
      return found.text;
    });
  }
}

export function fill(select, values) {
  const before = select.value;
  select.replaceChildren(...values.map((value) => el("option", { value }, `${value}`)));
  if (values.map(String).includes(before)) select.value = before;
}

export function download(name, text) {
  const link = el("a", { download: name, href: URL.createObjectURL(new Blob([text], { type: "text/plain" })) });
  link.click();
}

function bands(n) {
  return Array.from({ length: n }, (_, row) => Array(n).fill(row));
}

function toHash({ n, placed, blocked, rule, regions }) {
  const squares = (list) => list.map((square) => square.join(":")).join(",");
  const parts = [`n=${n}`];
  if (placed.length) parts.push(`placed=${squares(placed)}`);
  if (blocked.length) parts.push(`blocked=${squares(blocked)}`);
  if (regions) parts.push(`regions=${regions.flat().map(letter).join("")}`);
  else if (rule !== "queens") parts.push(`rule=${rule}`);
  return parts.join("&");
}

// The board in an address; what it says that is no board is left out.
function fromHash(hash, choices) {
  const parts = new URLSearchParams(hash.slice(1));
  const n = choices.sizes.includes(Number(parts.get("n"))) ? Number(parts.get("n")) : EMPTY.n;
  const squares = (name) => (parts.get(name) ?? "").split(",").map((one) => one.split(":").map(Number))
    .filter((one) => one.length === 2 && one.every((number) => Number.isInteger(number) && number >= 0 && number < n));
  const placed = [...new Map(squares("placed").map((square) => [square[0], square])).values()];
  const rule = choices.rules.includes(parts.get("rule")) ? parts.get("rule") : EMPTY.rule;
  const names = [...(parts.get("regions") ?? "")].map((name) => name.charCodeAt(0) - 65);
  const isGrid = names.length === n * n && names.every((number) => number >= 0 && number < n);
  const regions = isGrid ? Array.from({ length: n }, (_, row) => names.slice(row * n, row * n + n)) : null;
  return { n, placed, blocked: squares("blocked"), rule, regions };
}
