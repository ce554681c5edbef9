// Steps, squares and sets in words, the legend, and the one way to make an element.

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

// What is said of an open square that so many solutions go through.
function throughWords(count) {
  return `${count} ${count === 1 ? "solution" : "solutions"} with a queen here`;
}

// The same text, with no line break inside a square.
function unbroken(text) {
  return text.replace(/\((\d+), (\d+)\)/g, "($1,\u00a0$2)");
}

// The kind of a cause as the style sheet and the legend name it.
function causeClass(cause) {
  if (cause.kind === "attack") return LINES.get(cause.line).look;
  return { hall_set: "hall", no_support: "support", nogood: "nogood", reported: "reported" }[cause.kind];
}

// The legend: what each colour and pattern of a square means, and what each counter counts.
function drawLegend(causes, note, counters) {
  causes.querySelectorAll(".of-line").forEach((item) => item.remove());
  causes.prepend(...BOARD.lines.filter((line) => line.legend).map((line) =>
    el("li", { class: "of-line" }, el("span", { class: `swatch ${line.look}` }), line.legend)));
  causes.querySelector(".of-nogood").hidden = ![...SEARCHES.values()].some((search) => search.graphs?.length);
  note.textContent = BOARD.legend && ` ${BOARD.legend}.`;
  const left = { name: "left", meaning: "solutions that fit the queens placed and the squares not refuted, found already or not; only where the page holds all solutions" };
  counters.replaceChildren(...[...DATA.counters, left].map(({ name, meaning }) =>
    el("div", {}, el("dt", {}, name), el("dd", {}, meaning))));
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

// The numbers and names of a step that its template asks for.
function stepParts(search, step) {
  const [kind, , first, second, cause] = step;
  return {
    square: squareWords(first, second),
    row: first,
    cause: search.view.causes[kind === LEARNED ? first : cause],
    back: search.view.jumps[cause],
    propagator: search.propagators[first],
    columns: step.slice(2).join(" "),
    nodes: first?.toLocaleString("en"),
    failures: second?.toLocaleString("en"),
    solutions: cause?.toLocaleString("en"),
  };
}

// What a step does, as {badge, sentence}, in the words that Python has for it.
function stepWords(search, step) {
  const kind = step ? BOARD.record.kinds[step[0]] : "start";
  const [badge, template] = DATA.words[step?.[0] === FAILURE && step[2] < 0 ? "failure, row not said" : kind];
  const parts = step ? stepParts(search, step) : {};
  const clause = template.replace(/\{(\w+)\}/g, (_, name) => parts[name]);
  return { badge, sentence: `${clause[0].toUpperCase()}${clause.slice(1)}${clause.endsWith("?") ? "" : "."}` };
}
