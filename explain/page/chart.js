// Nodes by depth, both searches side by side: outlines are the whole search, bars what is done.

// A name that may be broken after its underscores.
function breakable(name) {
  return name.split(/(?<=_)/).flatMap((part) => [part, el("wbr")]);
}

function drawChart(root, panes) {
  const deepest = Math.max(...panes.map((pane) => pane.totalsAt.length));
  const most = Math.max(...panes.flatMap((pane) => pane.totalsAt));
  const rows = Array.from({ length: deepest }, (_, depth) =>
    el("tr", {}, el("th", { scope: "row" }, `${depth}`),
      ...panes.map((pane, side) => {
        const total = pane.totalsAt[depth] ?? 0;
        const done = pane.replay.nodesAt[depth] ?? 0;
        const part = (amount) => `${((100 * amount) / most).toFixed(2)}%`;
        return el("td", {},
          el("span", { class: "track" },
            el("span", { class: `total side-${side}`, style: `width:${part(total)}` }),
            el("span", { class: `done side-${side}`, style: `width:${part(done)}` })),
          el("span", { class: "figure" }, `${done} / ${total}`));
      })));
  const head = el("tr", {}, el("th", { scope: "col" }, "queens placed"),
    ...panes.map((pane) => el("th", { scope: "col" }, ...breakable(pane.replay.search.approach))));
  root.replaceChildren(el("h2", {}, "Nodes by depth"),
    el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows)));
}
