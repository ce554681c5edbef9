// The long tables: their rows come packed (packed.py) and are shown a page at a time, sorted by a
// click on a heading and filtered by the boxes above.
"use strict";

const MOST_CHOICES = 60;
const UNITS = [["s", 1], ["ms", 1e-3], ["µs", 1e-6]];
const CODES = { 8: Uint8Array, 16: Uint16Array, 32: Uint32Array };
const FLOATS = { 32: Float32Array, 64: Float64Array };

function unpacked(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
}

// how numbers.py prints them
function seconds(value) {
  const [unit, size] = UNITS.find(([name, least]) => value >= least || name === "µs");
  const scaled = value / size;
  const digits = scaled >= 1 ? Math.max(0, 2 - Math.floor(Math.log10(scaled))) : 2;
  return `${scaled.toFixed(Math.min(digits, 2))} ${unit}`;
}

function figures(value, count) {
  if (value === 0) return "0";
  return value.toFixed(Math.max(0, count - 1 - Math.floor(Math.log10(Math.abs(value)))));
}

const PRINTED = {
  words: String,
  whole: String,
  time: seconds,
  figure: (value) => figures(value, 4),
  ratio: (value) => figures(value, 3),
};

// a column read back: the value of a row, what to sort it by, and its words if it has any
function column(packed) {
  const one = { ...packed, isNumber: packed.kind !== "words" };
  if (packed.steps) {
    one.value = (row) => {
      let low = 0;
      for (let high = packed.steps.length; high - low > 1; ) {
        const middle = (low + high) >> 1;
        if (packed.steps[middle][0] <= row) low = middle;
        else high = middle;
      }
      return packed.steps[low][1] + row - packed.steps[low][0];
    };
    one.key = one.value;
  } else if (packed.floats) {
    const numbers = new FLOATS[packed.bits](unpacked(packed.floats));
    one.value = (row) => (Number.isNaN(numbers[row]) ? null : numbers[row]);
    one.key = (row) => (Number.isNaN(numbers[row]) ? Infinity : numbers[row]);
  } else {
    const others = packed.others && new Map(packed.others);
    const codes = packed.codes && new CODES[packed.bits](unpacked(packed.codes));
    one.code = codes ? (row) => codes[row] : (row) => others.get(row) ?? 0;
    one.value = (row) => packed.words[one.code(row)];
    const ranks = ranked(packed.words, one.isNumber);
    one.key = (row) => ranks[one.code(row)];
  }
  return one;
}

// the place of each word in order; of "at least 7" the number counts, and what is not known is last
function ranked(words, isNumber) {
  const worth = words.map((word) => {
    if (word === null) return Infinity;
    return isNumber ? Number(String(word).match(/[-\d.e+]+$/)) : word;
  });
  if (isNumber) return worth;
  const sorted = words.map((_, place) => place);
  const inOrder = new Intl.Collator("en", { numeric: true }).compare;
  sorted.sort((a, b) => (words[a] === null) - (words[b] === null) || inOrder(words[a], words[b]));
  const ranks = [];
  sorted.forEach((place, rank) => (ranks[place] = rank));
  return ranks;
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

class Listing {
  constructor(place, packed) {
    this.place = place;
    this.packed = packed;
    this.columns = packed.columns.map(column);
    this.filters = new Map();
    this.sorted = null;
    this.page = 0;
    this.marked = null;
    this.all = false;
    this.rows = Uint32Array.from({ length: packed.count }, (_, row) => row);
    this.makeTools();
    this.makePager();
    this.draw();
  }

  get shown() {
    return this.columns.filter((one) => this.all || !one.further);
  }

  makeTools() {
    const tools = this.place.querySelector(".tools");
    for (const one of this.columns.filter((each) => each.filtered && each.words.length > 1)) {
      const box = one.words.length <= MOST_CHOICES ? this.choice(one) : element("input", { type: "search", size: 14 });
      box.addEventListener("input", () => this.filter(one, box.value));
      one.box = box;
      tools.append(element("label", {}, `${one.heading} `, box));
    }
    if (this.columns.some((one) => one.further)) {
      const box = element("input", { type: "checkbox" });
      box.addEventListener("change", () => {
        this.all = box.checked;
        this.draw();
      });
      tools.append(element("label", {}, box, " every column"));
    }
  }

  choice(one) {
    const words = one.words.filter((word) => word !== null);
    words.sort(new Intl.Collator("en", { numeric: true }).compare);
    const options = words.map((word) => element("option", { value: word }, word));
    return element("select", {}, element("option", { value: "" }, "all"), ...options);
  }

  makePager() {
    const pager = this.place.querySelector(".pager");
    const turn = (words, by) => {
      const button = element("button", { type: "button" }, words);
      button.addEventListener("click", () => {
        this.page += by;
        this.draw();
      });
      return button;
    };
    this.before = turn("Previous", -1);
    this.after = turn("Next", 1);
    this.said = element("span", { role: "status" });
    pager.replaceChildren(this.before, this.said, this.after);
  }

  // shows the rows whose word contains the text; or is the text, if there is such a word
  filter(one, text) {
    const exact = one.words.includes(text);
    const fits = one.words.map((word) =>
      word === null ? false : exact ? word === text : String(word).toLowerCase().includes(text.toLowerCase()),
    );
    if (text) this.filters.set(one, fits);
    else this.filters.delete(one);
    this.marked = null;
    this.arrange();
  }

  show(wanted) {
    for (const one of this.columns.filter((each) => each.box)) {
      one.box.value = wanted[one.name] ?? "";
      this.filter(one, one.box.value);
    }
    this.place.scrollIntoView();
    this.place.querySelector(".scroll").focus({ preventScroll: true });
  }

  sort(one) {
    const falls = this.sorted?.column === one && !this.sorted.falls;
    this.sorted = { column: one, falls };
    this.arrange();
  }

  arrange() {
    const { count } = this.packed;
    const kept = new Uint32Array(count);
    let size = 0;
    const filters = [...this.filters];
    for (let row = 0; row < count; row += 1) {
      if (filters.every(([one, fits]) => fits[one.code(row)])) kept[size++] = row;
    }
    this.rows = kept.subarray(0, size);
    if (this.sorted) {
      const keys = Float64Array.from({ length: count }, (_, row) => this.sorted.column.key(row));
      const way = this.sorted.falls ? -1 : 1;
      // what is not known stands last both ways
      this.rows.sort((a, b) => {
        if (keys[a] === keys[b]) return a - b;
        if (keys[a] === Infinity || keys[b] === Infinity) return keys[a] - keys[b];
        return way * (keys[a] - keys[b]);
      });
    }
    this.page = 0;
    this.draw();
  }

  // shows the row whose column has this number; returns whether there is one
  find(name, number) {
    const one = this.columns.find((each) => each.name === name);
    if (!one) return false;
    for (const each of this.columns) if (each.box) each.box.value = "";
    this.filters.clear();
    this.sorted = null;
    this.arrange();
    for (let row = 0; row < this.packed.count; row += 1) {
      if (one.value(row) === number) {
        this.page = Math.floor(row / this.packed.rows);
        this.marked = row;
        this.draw();
        return true;
      }
    }
    return false;
  }

  draw() {
    const { rows: size } = this.packed;
    const first = this.page * size;
    const rows = this.rows.subarray(first, first + size);
    const table = this.place.querySelector("table");
    table.tHead.replaceChildren(this.headings());
    table.tBodies[0].replaceChildren(...Array.from(rows, (row) => this.row(row)));
    const count = (number) => number.toLocaleString("en");
    const span = `${count(first + 1)} to ${count(first + rows.length)} of ${count(this.rows.length)}`;
    this.said.textContent = this.rows.length ? span : "no row";
    this.before.disabled = first === 0;
    this.after.disabled = first + size >= this.rows.length;
  }

  headings() {
    const cells = this.shown.map((one) => {
      const button = element("button", { type: "button" }, one.heading);
      button.addEventListener("click", () => {
        this.sort(one);
        const again = this.shown.indexOf(one);
        this.place.querySelectorAll("thead button")[again].focus();
      });
      const cell = element("th", { scope: "col" }, button);
      if (one.isNumber) cell.className = "number";
      if (this.sorted?.column === one) {
        cell.setAttribute("aria-sort", this.sorted.falls ? "descending" : "ascending");
      }
      return cell;
    });
    if (this.packed.leads_to) cells.push(element("th", { scope: "col" }, this.packed.leads_to));
    return element("tr", {}, ...cells);
  }

  row(row) {
    const cells = this.shown.map((one, place) => {
      const value = one.value(row);
      const cell = element(place ? "td" : "th", place ? {} : { scope: "row" });
      cell.textContent = value === null ? "" : PRINTED[one.kind](value);
      if (one.isNumber) cell.className = "number";
      if (one.name === "verdict") cell.className = `tag ${value}`;
      if (one.kind === "time" && value !== null) {
        cell.title = `${one.bits === 32 ? Number(value.toPrecision(7)) : value} s`;
      }
      return cell;
    });
    if (this.packed.leads_to) cells.push(this.lead(row));
    const made = element("tr", {}, ...cells);
    if (row === this.marked) made.className = "marked";
    return made;
  }

  // a button that shows the rows of the next table that this row rests on
  lead(row) {
    const { leads_to: next } = this.packed;
    const button = element("button", { type: "button" }, "show");
    const wanted = {};
    for (const one of this.columns) {
      if (["approach", "board", "task"].includes(one.name)) wanted[one.name] = one.value(row);
    }
    button.setAttribute("aria-label", `Show the ${next} of ${Object.values(wanted).join(", ")}`);
    button.addEventListener("click", () => listings[next].show(wanted));
    return element("td", {}, button);
  }
}

const packedListings = JSON.parse(document.getElementById("listings").textContent);
const listings = {};
for (const place of document.querySelectorAll("[data-listing]")) {
  const name = place.dataset.listing;
  listings[name] = new Listing(place, packedListings[name]);
}

// a link to #run-17 leads to the row of that run
function openRun() {
  const number = location.hash.match(/^#run-(\d+)$/);
  if (number && listings.runs?.find("run", Number(number[1]))) {
    document.querySelector("#runs .marked").scrollIntoView({ block: "center" });
  }
}

window.addEventListener("hashchange", openRun);
openRun();
