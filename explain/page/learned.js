// What a search that learns found out from a failure: the implication graph and the nogood in it.

const [GRAPH_ROW, GRAPH_GAP, CHARACTER] = [28, 44, 7.3];

class LearnedView {
  constructor(pane, root) {
    this.pane = pane;
    this.root = root;
    this.words = root.querySelector(".learned-words");
    this.graph = root.querySelector(".graph");
  }

  draw() {
    const { search, learned } = this.pane.replay;
    this.root.hidden = !search.graphs?.length;
    if (this.root.hidden || this.shown === learned) return;
    this.shown = learned;
    if (!learned) {
      this.words.textContent = "A failure is explained here when it comes (n).";
      this.graph.replaceChildren();
      this.graph.setAttribute("aria-label", "Implication graph: nothing is learned yet");
      return;
    }
    const [, , cause, , place] = learned;
    const sentence = `${search.view.causes[cause]}; ${search.view.jumps[place]}.`;
    this.words.textContent = unbroken(sentence[0].toUpperCase() + sentence.slice(1));
    const nodes = graphNodes(search.graphs[place], search.causes[cause].literals);
    this.graph.replaceChildren(drawnGraph(nodes));
    this.graph.setAttribute("aria-label", `Implication graph: ${nodes.map(({ words }) => words).join("; ")}`);
    this.graph.scrollLeft = this.graph.scrollWidth;
  }
}

// The nodes to draw: a literal each, or the squares without a queen of one row with the same causes
// and effects; the failure last. `layer` counts the arrows before, `from` are places of causes.
function graphNodes({ literals, causes, conflict }, nogood) {
  const keptAs = new Map(nogood.map(([row, column, isQueen], place) => [`${row} ${column} ${isQueen}`, place]));
  const effects = literals.map((_, place) => [
    ...causes.flatMap((from, to) => (from.includes(place) ? [to] : [])), ...(conflict.includes(place) ? ["failure"] : []),
  ]);
  const groups = groupBy(literals.keys(), (place) => {
    const [row, column, isQueen] = literals[place];
    const kept = keptAs.get(`${row} ${column} ${isQueen}`);
    return isQueen || kept === 0 ? `${place}` : `row ${row} ${causes[place]} to ${effects[place]} ${kept === undefined}`;
  });
  const nodeOf = new Map();
  const nodes = [...groups.values()].map((places, node) => {
    for (const place of places) nodeOf.set(place, node);
    const [row, column, isQueen, level] = literals[places[0]];
    const kept = keptAs.get(`${row} ${column} ${isQueen}`);
    const columns = rangeWords(places.map((place) => literals[place][1]).sort((a, b) => a - b));
    return {
      places, isQueen, kept: kept !== undefined, isPoint: kept === 0,
      text: `${isQueen ? squareWords(row, column) : `row ${row}: no ${columns}`} @${level}`,
      words: isQueen ? `a queen on ${squareWords(row, column)}` : `no queen in row ${row}, columns ${columns}`,
    };
  });
  const places = (from) => [...new Set(from.map((place) => nodeOf.get(place)))];
  for (const node of nodes) node.from = places(causes[node.places[0]]);
  nodes.push({ text: "failure", words: "the failure", from: places(conflict), isFailure: true });
  return layered(nodes);
}

// Each node one layer after its latest cause; one without causes just before its first effect.
function layered(nodes) {
  const layerOf = (node) => {
    node.layer ??= node.from.length ? 1 + Math.max(...node.from.map((cause) => layerOf(nodes[cause]))) : 0;
    return node.layer;
  };
  nodes.forEach(layerOf);
  nodes.forEach((node, place) => {
    const effects = nodes.filter(({ from }) => from.includes(place)).map(({ layer }) => layer);
    if (!node.from.length && effects.length) node.layer = Math.min(...effects) - 1;
  });
  return nodes;
}

function drawnGraph(nodes) {
  const layers = [...groupBy(nodes, ({ layer }) => layer).entries()].sort(([a], [b]) => a - b);
  const height = Math.max(...layers.map(([, these]) => these.length)) * GRAPH_ROW;
  let x = 2;
  for (const [, these] of layers) {
    const width = Math.max(...these.map(({ text, isQueen }) => text.length * CHARACTER + (isQueen ? 34 : 16)));
    these.forEach((node, place) => Object.assign(node, { x, width, y: ((place + 0.5) * height) / these.length }));
    x += width + GRAPH_GAP;
  }
  const svg = el("svg", { width: x - GRAPH_GAP + 2, height, "aria-hidden": "true" });
  for (const node of nodes) {
    for (const cause of node.from) {
      const { x: left, width, y } = nodes[cause];
      const [start, middle] = [left + width, (left + width + node.x) / 2];
      svg.append(el("path", { class: "arrow", d: `M${start} ${y}C${middle} ${y} ${middle} ${node.y} ${node.x} ${node.y}` }));
    }
  }
  svg.append(...nodes.map((node) => drawnNode(node)));
  return svg;
}

function drawnNode({ x, y, width, text, words, isQueen, isFailure, kept, isPoint }) {
  const look = ["literal", isFailure && "failure", kept && "kept", isPoint && "point"].filter(Boolean).join(" ");
  const crown = isQueen ? [el("use", { href: "#crown", x: x + 7, y: y - 8, width: 16, height: 16 })] : [];
  return el("g", { class: look }, el("title", {}, words),
    el("rect", { x, y: y - 11, width, height: 22, rx: 6 }), ...crown,
    el("text", { x: x + (isQueen ? 27 : 8), y: y + 4 }, text));
}
