// The search tree of a pane: every node of the record, filled in as the search gets there.

const LEAF_PX = 11;
const LEVEL_PX = 26;
const MARGIN_PX = 14;

// A diamond for a solution, a cross for a failure, a disc for any other node.
function markShape(end, x, y, r) {
  const wide = r * 1.35;
  return {
    solution: `M${x} ${y - wide}l${wide} ${wide}l${-wide} ${wide}l${-wide} ${-wide}z`,
    failure: `M${x - r} ${y - r}l${2 * r} ${2 * r}M${x + r} ${y - r}l${-2 * r} ${2 * r}`,
  }[end] ?? `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

// Put before each line of the legend the mark it explains.
function drawTreeLegend(legend) {
  for (const item of legend.querySelectorAll("[data-shape]")) {
    const [end, state] = item.dataset.shape.split(" ");
    const mark = el("path", { d: markShape(end, 11, 11, 5), class: `node ${end} ${state}` });
    item.prepend(el("svg", { viewBox: "0 0 22 22", "aria-hidden": "true" }, mark));
  }
}

class TreeView {
  constructor(pane, root) {
    this.pane = pane;
    this.box = root.querySelector(".tree");
    this.words = root.querySelector(".tree-words");
    this.zoom = root.querySelector(".zoom");
    this.isWhole = false;
    this.zoom.addEventListener("click", () => {
      this.isWhole = !this.isWhole;
      this.build(this.shaded);
      this.draw();
    });
    this.box.addEventListener("click", (event) => this.click(event));
    this.box.addEventListener("keydown", (event) => this.walk(event));
    new ResizeObserver(() => {
      if (this.box.clientWidth === this.builtWidth) return;
      this.build(this.shaded);
      this.draw();
    }).observe(this.box);
  }

  // Lay out and draw all nodes; `shaded` are the roots of subtrees the other search never enters.
  build(shaded) {
    const { tree } = this.pane.replay.search;
    this.shaded = shaded;
    this.tree = tree;
    this.builtWidth = this.box.clientWidth;
    this.layOut(this.builtWidth - 2 * MARGIN_PX);
    const size = { width: this.width, height: this.height };
    this.svg = el("svg", { ...size, viewBox: `0 0 ${this.width} ${this.height}`, class: this.isTight ? "tight" : "", "aria-hidden": "true" });
    this.svg.append(...this.shades(), this.edges());
    this.marks = tree.parent.map((_, node) => this.mark(node));
    this.states = tree.parent.map(() => "future");
    this.here = el("circle", { class: "here", r: this.isTight ? 5 : 8.5 });
    this.svg.append(...this.marks, this.here);
    this.box.replaceChildren(this.svg);
    this.say();
  }

  layOut(width) {
    const { parent } = this.tree;
    const children = parent.map(() => []);
    parent.forEach((above, node) => { if (above >= 0) children[above].push(node); });
    this.children = children;
    const leaves = children.filter((below) => !below.length).length;
    const fitting = width / Math.max(leaves, 1);
    this.canZoom = fitting < LEAF_PX * 0.7;
    this.gap = this.canZoom && !this.isWhole ? LEAF_PX : Math.min(fitting, 42);
    this.isTight = this.gap < 5;
    this.depth = parent.map(() => 0);
    this.x = parent.map(() => 0);
    this.first = parent.map(() => 0); // leaves left of a subtree
    this.last = parent.map(() => 0);
    let leaf = 0;
    const place = (node) => {
      this.first[node] = leaf;
      for (const child of children[node]) {
        this.depth[child] = this.depth[node] + 1;
        place(child);
      }
      if (!children[node].length) leaf += 1;
      this.last[node] = leaf - 1;
      this.x[node] = MARGIN_PX + this.gap * ((this.first[node] + this.last[node]) / 2 + 0.5);
    };
    place(0);
    const used = this.gap * leaves;
    const shift = Math.max((width - used) / 2, 0);
    this.x = this.x.map((x) => x + shift);
    this.shift = shift;
    this.width = Math.max(used, width) + 2 * MARGIN_PX;
    this.height = (Math.max(...this.depth) + 1) * LEVEL_PX + 6;
  }

  y(node) {
    return this.depth[node] * LEVEL_PX + LEVEL_PX / 2 + 3;
  }

  deepest(node) {
    return Math.max(this.depth[node], ...this.children[node].map((child) => this.deepest(child)));
  }

  shades() {
    return this.shaded.map((node) => {
      const x = MARGIN_PX + this.shift + this.gap * this.first[node];
      const width = this.gap * (this.last[node] - this.first[node] + 1);
      const y = this.y(node) - LEVEL_PX / 2 + 1;
      const height = (this.deepest(node) - this.depth[node] + 1) * LEVEL_PX - 2;
      return el("rect", { class: "shade", x, y, width, height, rx: Math.min(6, width / 3) });
    });
  }

  edges() {
    const d = this.tree.parent.map((above, node) => {
      if (above < 0) return "";
      const [x, y, top] = [this.x[node], this.y(node), this.y(above)];
      return `M${this.x[above].toFixed(1)} ${top}C${this.x[above].toFixed(1)} ${top + 12} ${x.toFixed(1)} ${y - 14} ${x.toFixed(1)} ${y}`;
    });
    return el("path", { class: "edges", d: d.join("") });
  }

  mark(node) {
    const r = this.isTight ? Math.max(this.gap * 0.9, 1) : 4.6;
    const [x, y] = [this.x[node], this.y(node)];
    const end = this.tree.end[node];
    const mark = el("path", { d: markShape(end, x, y, r), class: `node ${end || "inner"} future` });
    mark.dataset.node = node;
    return mark;
  }

  nodeState(node) {
    const { position } = this.pane.replay;
    if (node > 0 && this.tree.entered[node] >= position) return "future";
    if (this.tree.left[node] >= position) return "path";
    return "past";
  }

  draw() {
    this.marks.forEach((mark, node) => {
      const state = this.nodeState(node);
      if (state === this.states[node]) return;
      this.states[node] = state;
      mark.setAttribute("class", `node ${this.tree.end[node] || "inner"} ${state}`);
    });
    const node = this.current;
    this.here.setAttribute("cx", this.x[node]);
    this.here.setAttribute("cy", this.y(node));
    if (this.width > this.box.clientWidth) {
      const left = this.x[node] - this.box.clientWidth / 2;
      if (Math.abs(this.box.scrollLeft - left) > this.box.clientWidth / 4) this.box.scrollLeft = left;
    }
    this.box.setAttribute("aria-label", `Search tree, at ${this.nodeWords(node)}`);
  }

  // The node the search is at; where it just ended after a refutation, that leaf.
  get current() {
    const { replay } = this.pane;
    const entered = replay.position > 0 ? replay.search.nodeAt[replay.position - 1] : -1;
    return entered >= 0 && this.tree.extra.has(entered) ? entered : replay.node;
  }

  nodeWords(node) {
    const squares = [];
    for (let at = node; at > 0; at = this.tree.parent[at]) {
      if (this.tree.square[at]) squares.unshift(squareWords(...this.tree.square[at]));
    }
    const end = this.tree.end[node] ? `, a ${this.tree.end[node]}` : "";
    return `${squares.length ? squares.join(" ") : "the start"}${end}`;
  }

  say() {
    const nodes = this.tree.parent.length - this.tree.extra.size;
    const below = (node) => 1 + this.children[node].reduce((sum, child) => sum + below(child), 0);
    const never = this.shaded.reduce((sum, node) => sum + below(node), 0);
    const other = this.pane.other?.replay.search.approach;
    this.words.textContent = never
      ? `${nodes} nodes; ${other} never enters ${never} of them (shaded)`
      : `${nodes} nodes`;
    this.zoom.hidden = !this.canZoom;
    this.zoom.textContent = this.isWhole ? "Follow" : "Whole tree";
    this.zoom.setAttribute("aria-pressed", this.isWhole);
  }

  click(event) {
    const box = this.svg.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    let nearest = -1;
    let distance = 24 ** 2;
    this.x.forEach((left, node) => {
      const away = (left - x) ** 2 + (this.y(node) - y) ** 2;
      if (away < distance) [nearest, distance] = [node, away];
    });
    if (nearest >= 0) this.enter(nearest);
  }

  enter(node) {
    this.pane.jump(node === 0 ? 0 : this.tree.entered[node] + 1);
  }

  walk(event) {
    const node = this.current;
    const to = {
      ArrowUp: this.tree.parent[node],
      ArrowDown: this.children[node][0],
      ArrowRight: node + 1,
      ArrowLeft: node - 1,
    }[event.key];
    if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    event.stopPropagation();
    if (to >= 0 && to < this.x.length) this.enter(to);
  }
}
