// Play the solver: the learner places queen after queen, says whether a solution is left, and is told.

import { BoardGrid } from "./board.js";
import { el } from "./elements.js";
import { Ended } from "./python.js";

const $ = (id) => document.getElementById(id);
const KEPT = "queens-classroom/games";
const NO_MARKS = { hinted: [], blamed: [], through: null };

export class Solver {
  constructor(python, memory) {
    this.python = python;
    this.memory = memory;
    this.grid = new BoardGrid($("solver-frame"), (row, column) => this.place(row, column), (text) => { $("solver-square").textContent = text; });
    $("solver-back").onclick = () => this.back();
    $("solver-again").onclick = () => this.begin(this.start);
    $("solver-why").onclick = () => this.why();
    $("solver-left").onclick = () => this.left();
    $("yes").onclick = () => this.guess(true);
    $("no").onclick = () => this.guess(false);
  }

  // A game on the board that Play shows: its queens stand, the others are the learner's.
  async begin(board) {
    this.start = board;
    this.queens = [];
    this.score = { nodes: 1, mistakes: 0, asked: 0, right: 0 };
    this.rival = null;
    this.show("Choose a square: the row and the column of your next decision.");
    try {
      this.rival = await this.python.ask("rival", { board });
      this.count();
      await this.look();
      if (!this.rival.has_solution) this.show("This board has no solution: change it in Play.");
    } catch (error) {
      this.fail(error);
    }
  }

  get board() { return { ...this.start, placed: [...this.start.placed, ...this.queens] }; }

  async place(row, column) {
    if (this.isBusy) return null;
    if (!$("question").hidden) return this.tell("Answer first: is there still a solution?");
    if (this.found?.is_solved) return this.tell("Solved: begin again, or choose another board in Play.");
    if (this.found && !this.found.has_solution) return this.tell("No solution is left: take a queen back.");
    const shut = this.looked?.reasons[row][column];
    const stands = this.board.placed.some(([r]) => r === row);
    if (shut || stands) return this.tell(`(${row}, ${column}): ${shut ?? `row ${row} has its queen`}.`);
    this.queens.push([row, column]);
    this.score.nodes += 1;
    this.show("…");
    this.isBusy = true;
    try {
      const [found] = await Promise.all([this.python.ask("move", { board: this.board }), this.look()]);
      this.found = found;
      const isLast = found.is_solved || !$("solver-ask").checked;
      $("question").hidden = isLast;
      if (isLast) this.answer();
      else {
        this.tell("Is there still a solution?");
        $("yes").focus();
      }
    } catch (error) {
      this.fail(error);
    }
    this.isBusy = false;
    return null;
  }

  guess(isLeft) {
    const { found } = this;
    $("question").hidden = true;
    this.score.asked += 1;
    if (isLeft === found.has_solution) this.score.right += 1;
    else if (found.seen.length) this.memory.note(topicOf(found.seen[0]), false);
    this.answer(isLeft === found.has_solution ? "Right. " : "No. ");
    this.grid.cells[this.grid.focused].focus();
  }

  answer(before = "") {
    const { found, score, rival } = this;
    if (!found.has_solution) score.mistakes += 1;
    let end = "";
    if (found.is_solved && rival) {
      const won = Math.sign(rival.nodes - score.nodes) + 1;
      const games = keptGames();
      games[won] += 1;
      localStorage.setItem(KEPT, JSON.stringify(games));
      end = ` You needed ${score.nodes} nodes, ${rival.name} ${rival.nodes}: ${["it wins", "a draw", "you win"][won]}.`;
    }
    this.show(`${before}${found.text}${end}`, false);
  }

  async back() {
    $("question").hidden = true;
    if (!this.queens.length) return this.tell("No queen of yours is placed.");
    const taken = this.queens.pop();
    this.show(`The queen on (${taken.join(", ")}) is taken back.`);
    try {
      await this.look();
    } catch (error) {
      this.fail(error);
    }
    return null;
  }

  async why() {
    this.tell("…");
    try {
      const found = await this.python.ask("conflict", { board: this.board });
      this.marks = { ...NO_MARKS, blamed: found.squares ?? [] };
      this.tell(found.text);
      $("solver-steps").replaceChildren(...found.steps.map((step) => el("li", {}, step)));
      this.draw();
    } catch (error) {
      this.fail(error);
    }
  }

  async left() {
    try {
      const found = await this.python.ask("left", { board: this.board });
      this.marks = { ...NO_MARKS, through: found.by_square };
      this.tell(`${found.is_all ? "" : "At least "}${found.count.toLocaleString("en")} solutions are left; each open square shows those with a queen there.`);
      this.draw();
    } catch (error) {
      this.fail(error);
    }
  }

  async look() {
    const asked = this.board;
    const looked = await this.python.ask("look", { board: asked });
    if (asked.placed.length === this.board.placed.length) this.looked = looked;
    this.draw();
  }

  fail(error) { this.tell(error instanceof Ended ? "Stopped." : error.message); }

  tell(text) { $("solver-said").textContent = text; }

  // Say it, and show a position anew.
  show(text, isNew = true) {
    if (isNew) {
      [this.marks, this.looked, this.found] = [NO_MARKS, null, null];
      $("question").hidden = true;
    }
    $("solver-steps").replaceChildren();
    this.tell(text);
    this.draw();
    this.count();
  }

  // The score, against first-fail.
  count() {
    const { score, rival } = this;
    const [lost, drawn, won] = keptGames();
    const rows = [
      ["your nodes, the start included", score.nodes],
      [`nodes of ${rival?.name ?? "first_fail"} to its first solution`, rival?.nodes ?? "…"],
      ["positions without a solution", score.mistakes],
      [`failures of ${rival?.name ?? "first_fail"}`, rival?.failures ?? "…"],
      ["answers right", `${score.right} of ${score.asked}`],
      ["games won, drawn, lost", `${won}, ${drawn}, ${lost}`],
    ];
    $("solver-score").replaceChildren(...rows.map(([name, value]) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, `${value}`))));
  }

  draw() { this.grid.draw(this.board, this.looked, this.marks); }
}

function keptGames() {
  return JSON.parse(localStorage.getItem(KEPT) ?? "[0, 0, 0]");
}

// What has to be seen, by the weakest propagator that sees it.
function topicOf(name) {
  return { forward_checking: "line", arc_consistency: "line", group_support: "support" }[name] ?? "Hall set";
}
