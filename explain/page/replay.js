// The state of a search after any number of its steps, and the common time of two searches.

const DATA = JSON.parse(document.getElementById("data").textContent);
// The board that is shown, of those in the page: its place among them, its data and its size,
// the lines of its rule by name, and its searches by theirs.
let [PLACE, BOARD, N, LINES, SEARCHES] = [-1];
const [DECISION, REFUTATION, CHECK, REJECTION, PROPAGATOR, PRUNED, FAILURE, BACKTRACK, SOLUTION, HIDDEN, LEARNED] =
  Array.from({ length: 11 }, (_, kind) => kind);
// A search with what the page looks up in it: its view, and the node that each step enters.
function prepare(search) {
  const view = BOARD.views[search.approach];
  const nodeAt = new Int32Array(search.steps.length).fill(-1);
  const tree = { ...view.tree, extra: new Set(view.tree.extra), hidden: new Map() };
  for (const [node, ...counts] of view.tree.hidden) tree.hidden.set(node, counts);
  tree.entered.forEach((step, node) => { if (node > 0) nodeAt[step] = node; });
  const whole = { ...search, view, tree, nodeAt, solutions: solutionsOf(search) };
  return { ...whole, segments: segments(whole) };
}

// The steps cut by decision: each segment ends where a new decision is about to be made,
// before the search backtracks for it, so that between segments a search holds what it found.
// `decided` and `standing` are the squares of the queens placed, and of those and the rows with
// one column left, as bits.
function segments(search) {
  const { steps } = search;
  const replay = new Replay(search);
  const found = [{ start: 0, decision: -1, square: "start", decided: 0n, standing: 0n }];
  let cut = -1;
  steps.forEach(([kind, , row, column], step) => {
    if ((kind === BACKTRACK || kind === REFUTATION) && cut < 0) cut = step;
    if (kind === DECISION) {
      const standing = bits(replay.forcedSquares());
      replay.goTo(step + 1);
      const decided = bits(replay.decisions.map((queen) => queen.row * N + queen.column));
      found.push({ start: cut < 0 ? step : cut, decision: step, square: row * N + column, decided, standing: standing | decided });
      cut = -1;
    }
    replay.goTo(step + 1);
  });
  if (cut >= 0) found.push({ start: cut, decision: -1, square: "end", decided: 0n, standing: 0n });
  found.forEach((segment, place) => { segment.end = found[place + 1]?.start ?? steps.length; });
  return found;
}

function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(item);
  }
  return groups;
}

function bits(squares) {
  return squares.reduce((set, square) => set | (1n << BigInt(square)), 0n);
}

// Whether two searches make the same decision in the same placement: what one has decided
// stands in the other, placed or because nothing else is left.
function isSame(one, other) {
  return (one.decided & ~other.standing) === 0n && (other.decided & ~one.standing) === 0n;
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
  const places = groupBy([...short.segments.keys()], (place) => short.segments[place].square);
  let next = 0;
  for (const segment of long.segments) {
    const match = places.get(segment.square)?.find((place) => place >= next && isSame(segment, short.segments[place]));
    if (match === undefined) {
      run(segment, null);
      continue;
    }
    while (next < match) run(null, short.segments[next++]);
    run(segment, short.segments[next++]);
  }
  while (next < short.segments.length) run(null, short.segments[next++]);
  return moments;
}

// Domains, decisions, squares ruled out, counts and node after `position` steps.
class Replay {
  constructor(search) {
    this.search = search;
    this.reset();
  }

  reset() {
    this.position = 0;
    this.open = new Uint8Array(N * N);
    BOARD.start.forEach((columns, row) => columns.forEach((column) => { this.open[row * N + column] = 1; }));
    this.ruledOut = new Int32Array(N * N).fill(-1); // the step that ruled a square out
    this.trail = [];
    this.decisions = []; // {row, column, step, mark}
    this.node = 0;
    this.counts = new Int32Array(11);
    this.nodesAt = [1];
    this.failed = null; // {row} from a failure until the search moves on
    this.solved = null; // the columns of a solution, likewise
    this.learned = null; // the step that learned a nogood, until the search decides again or fails
  }

  goTo(position) {
    if (position < this.position) this.reset();
    while (this.position < position) this.apply(this.position++);
  }

  save(square) {
    this.trail.push(square, this.open[square], this.ruledOut[square]);
  }

  apply(step) {
    const [kind, , row, column] = this.search.steps[step];
    const square = row * N + column;
    this.counts[kind] += 1;
    if (kind === DECISION || kind === BACKTRACK || kind === REFUTATION) this.failed = this.solved = null;
    if (kind === LEARNED) this.learned = this.search.steps[step];
    else if ([DECISION, FAILURE, SOLUTION].includes(kind)) this.learned = null;
    if (kind === DECISION) this.decide(row, column, step);
    else if (kind === BACKTRACK) this.undo();
    else if (kind === PRUNED || kind === REFUTATION || kind === REJECTION) {
      this.save(square);
      if (kind !== REJECTION) this.open[square] = 0;
      this.ruledOut[square] = step;
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
      const ruledOut = this.trail.pop();
      const open = this.trail.pop();
      const square = this.trail.pop();
      this.open[square] = open;
      this.ruledOut[square] = ruledOut;
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
    return this.columns(row).filter((column) => this.ruledOut[row * N + column] < 0 || this.isDecided(row, column));
  }

  // The squares of rows that have one column left.
  forcedSquares() {
    return BOARD.start.flatMap((_, row) => {
      const columns = this.columns(row);
      return columns.length === 1 ? [row * N + columns[0]] : [];
    });
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

// What the search ruled out after the decision it has just made and before it went on: the squares
// to predict. Pruned ones, or else those refused.
function batchAfter(search, position) {
  const last = search.steps[position - 1];
  if (!last || (last[0] !== DECISION && last[0] !== REFUTATION)) return null;
  const ruledOut = { [PRUNED]: new Map(), [REJECTION]: new Map() };
  let end = position;
  for (; end < search.steps.length; end++) {
    const [kind, , row, column] = search.steps[end];
    if ([DECISION, BACKTRACK, REFUTATION, SOLUTION].includes(kind)) break;
    ruledOut[kind]?.set(row * N + column, end);
  }
  const kind = ruledOut[PRUNED].size ? PRUNED : REJECTION;
  return ruledOut[kind].size ? { end, kind, squares: ruledOut[kind] } : null;
}

function useBoard(place) {
  PLACE = place;
  BOARD = DATA.boards[place];
  N = BOARD.record.board.n;
  LINES = new Map(BOARD.lines.map((line) => [line.name, line]));
  SEARCHES = new Map(BOARD.record.searches.map((search) => [search.approach, prepare(search)]));
}
