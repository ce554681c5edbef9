// Steps, squares and sets in words, and the one way to make an element.

function el(name, attributes = {}, ...children) {
  const isSvg = ["svg", "path", "circle", "line", "rect", "g", "text", "use", "title"].includes(name);
  const node = isSvg
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

function squareWords(row, column) {
  return `(${row}, ${column})`;
}

// The same text, with no line break inside a square.
function unbroken(text) {
  return text.replace(/\((\d+), (\d+)\)/g, "($1,\u00a0$2)");
}

// The kind of a cause as the style sheet and the legend name it.
function causeClass(cause) {
  if (cause.kind === "attack") return cause.line;
  return { hall_set: "hall", no_support: "support", reported: "reported" }[cause.kind];
}

// {0, 1, 2, 5} as "0–2 5"
function rangeWords(columns) {
  const parts = [];
  for (let first = 0; first < columns.length; ) {
    let last = first;
    while (columns[last + 1] === columns[last] + 1) last += 1;
    if (last - first > 1) parts.push(`${columns[first]}–${columns[last]}`);
    else for (let place = first; place <= last; place++) parts.push(`${columns[place]}`);
    first = last + 1;
  }
  return parts.join(" ");
}

const BADGES = ["decide", "rule out", "test", "refuse", "filter", "prune", "failure", "back", "solution", "not shown"];

// What a step does, as {badge, sentence}.
function stepWords(search, step) {
  if (!step) return { badge: "start", sentence: "Nothing has happened yet." };
  const [kind, , row, column, cause] = step;
  const where = squareWords(row, column);
  const sentence = {
    [DECISION]: () => `A queen is put on ${where}.`,
    [REFUTATION]: () => `Not ${where}: this branch goes on without that square.`,
    [CHECK]: () => `Is ${where} free?`,
    [REJECTION]: () => `${where} is refused: ${search.view.causes[cause]}.`,
    [PROPAGATOR]: () => `The filter “${search.propagators[row]}” looks at the domains.`,
    [PRUNED]: () => `${where} goes: ${search.view.causes[cause]}.`,
    [FAILURE]: () => (row < 0 ? "The solver reports a failure." : `Row ${row} has no column left.`),
    [BACKTRACK]: () => `The queen on ${where} is taken back, and all that went with it.`,
    [SOLUTION]: () => `A solution: columns ${step.slice(2).join(" ")}.`,
    [HIDDEN]: () => `Below, not shown: ${step[2]} nodes, ${step[3]} failures, ${step[4]} solutions.`,
  }[kind]();
  return { badge: BADGES[kind], sentence };
}
