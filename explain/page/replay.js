// The state of a search after any number of its steps, and the common time of two searches.

const DATA = JSON.parse(document.getElementById("data").textContent);
const N = DATA.record.board.n;
const [DECISION, REFUTATION, CHECK, REJECTION, PROPAGATOR, PRUNED, FAILURE, BACKTRACK, SOLUTION, HIDDEN] =
  Array.from({ length: 10 }, (_, kind) => kind);
const SEARCHES = new Map(DATA.record.searches.map((search) => [search.approach, prepare(search)]));

// A search with what the page looks up in it: its view, and the node that each step enters.
function prepare(search) {
  const view = DATA.views[search.approach];
  const nodeAt = new Int32Array(search.steps.length).fill(-1);
  const tree = { ...view.tree, extra: new Set(view.tree.extra), hidden: new Map() };
  for (const [node, ...counts] of view.tree.hidden) tree.hidden.set(node, counts);
  tree.entered.forEach((step, node) => { if (node > 0) nodeAt[step] = node; });
  return { ...search, view, tree, nodeAt, segments: segments(search.steps) };
}

// The steps cut by decision: each segment ends where a new decision is about to be made,
// before the search backtracks for it, so that between segments a search holds what it found.
function segments(steps) {
  const found = [{ start: 0, decision: -1, key: "" }];
  const path = [];
  let cut = -1;
  steps.forEach(([kind, , row, column], step) => {
    if ((kind === BACKTRACK || kind === REFUTATION) && cut < 0) cut = step;
    if (kind === BACKTRACK) path.pop();
    if (kind === DECISION) {
      path.push(row * N + column);
      const key = [...path].sort((a, b) => a - b).join();
      found.push({ start: cut < 0 ? step : cut, decision: step, key });
      cut = -1;
    }
  });
  if (cut >= 0) found.push({ start: cut, decision: -1, key: "end" });
  found.forEach((segment, place) => { segment.end = found[place + 1]?.start ?? steps.length; });
  return found;
}

// Moments of two searches side by side, as two lists of positions. Segments of the same
// placement run together, their decisions in one moment; any other runs while the other waits.
function timeline(long, short) {
  const moments = [[0, 0]];
  const run = (a, b) => {
    let [x, y] = moments[moments.length - 1];
    const add = () => moments.push([x, y]);
    const before = (segment, from) => (segment.decision < 0 ? segment.end : segment.decision) - from;
    if (a && b) {
      for (let wait = before(a, x) - before(b, y); wait !== 0; wait -= Math.sign(wait)) {
        if (wait > 0) x += 1; else y += 1;
        add();
      }
    }
    while ((a && x < a.end) || (b && y < b.end)) {
      if (a && x < a.end) x += 1;
      if (b && y < b.end) y += 1;
      add();
    }
  };
  const places = new Map(short.segments.map((segment, place) => [segment.key, place]));
  let next = 0;
  for (const segment of long.segments) {
    const match = places.get(segment.key) ?? -1;
    if (match < next) {
      run(segment, null);
      continue;
    }
    while (next < match) run(null, short.segments[next++]);
    run(segment, short.segments[next++]);
  }
  while (next < short.segments.length) run(null, short.segments[next++]);
  return moments;
}

// Domains, decisions, taken squares, counts and node after `position` steps.
class Replay {
  constructor(search) {
    this.search = search;
    this.reset();
  }

  reset() {
    this.position = 0;
    this.open = new Uint8Array(N * N);
    DATA.start.forEach((columns, row) => columns.forEach((column) => { this.open[row * N + column] = 1; }));
    this.taken = new Int32Array(N * N).fill(-1); // the step that took a square
    this.trail = [];
    this.decisions = []; // {row, column, step, mark}
    this.node = 0;
    this.counts = new Int32Array(10);
    this.nodesAt = [1];
    this.failed = null; // {row} from a failure until the search moves on
    this.solved = null; // the columns of a solution, likewise
  }

  goTo(position) {
    if (position < this.position) this.reset();
    while (this.position < position) this.apply(this.position++);
  }

  save(square) {
    this.trail.push(square, this.open[square], this.taken[square]);
  }

  apply(step) {
    const [kind, , row, column] = this.search.steps[step];
    const square = row * N + column;
    this.counts[kind] += 1;
    if (kind === DECISION || kind === BACKTRACK || kind === REFUTATION) this.failed = this.solved = null;
    if (kind === DECISION) this.decide(row, column, step);
    else if (kind === BACKTRACK) this.undo();
    else if (kind === PRUNED || kind === REFUTATION || kind === REJECTION) {
      this.save(square);
      if (kind !== REJECTION) this.open[square] = 0;
      this.taken[square] = step;
    } else if (kind === FAILURE) this.failed = { row };
    else if (kind === SOLUTION) this.solved = this.search.steps[step].slice(2);
  }

  decide(row, column, step) {
    this.decisions.push({ row, column, step, mark: this.trail.length, node: this.node });
    for (let other = 0; other < N; other++) {
      const square = row * N + other;
      if (other !== column && this.open[square]) {
        this.save(square);
        this.open[square] = 0;
      }
    }
    this.node = this.search.nodeAt[step];
    const depth = this.decisions.length;
    this.nodesAt[depth] = (this.nodesAt[depth] ?? 0) + 1;
  }

  undo() {
    const { mark, node } = this.decisions.pop();
    while (this.trail.length > mark) {
      const taken = this.trail.pop();
      const open = this.trail.pop();
      const square = this.trail.pop();
      this.open[square] = open;
      this.taken[square] = taken;
    }
    this.node = node;
  }

  get lastStep() {
    return this.position > 0 ? this.search.steps[this.position - 1] : null;
  }

  columns(row) {
    const columns = [];
    for (let column = 0; column < N; column++) if (this.open[row * N + column]) columns.push(column);
    return columns;
  }

  // The domain, without the columns that were tried at this node and refused.
  columnsLeft(row) {
    return this.columns(row).filter((column) => this.taken[row * N + column] < 0 || this.isDecided(row, column));
  }

  isDecided(row, column) {
    return this.decisions.some((queen) => queen.row === row && queen.column === column);
  }

  // Whether the one column a row has left makes it a queen though nobody decided it.
  isForced(row, column) {
    if (this.solved) return this.solved[row] === column && !this.isDecided(row, column);
    const columns = this.columns(row);
    return columns.length === 1 && columns[0] === column && !this.isDecided(row, column);
  }
}

// What the search took after the decision it has just made and before it went on: the squares
// to predict. Pruned ones, or else those refused.
function batchAfter(search, position) {
  const last = search.steps[position - 1];
  if (!last || (last[0] !== DECISION && last[0] !== REFUTATION)) return null;
  const taken = { [PRUNED]: new Map(), [REJECTION]: new Map() };
  let end = position;
  for (; end < search.steps.length; end++) {
    const [kind, , row, column] = search.steps[end];
    if ([DECISION, BACKTRACK, REFUTATION, SOLUTION].includes(kind)) break;
    taken[kind]?.set(row * N + column, end);
  }
  const kind = taken[PRUNED].size ? PRUNED : REJECTION;
  return taken[kind].size ? { end, kind, squares: taken[kind] } : null;
}
