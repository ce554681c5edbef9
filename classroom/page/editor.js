// The editor: CodeMirror where the site has it, a text area that indents where not.

import { el } from "./elements.js";

export class Editor {
  constructor(box, onInput) {
    this.box = box;
    this.onInput = onInput;
    box.oninput = onInput;
    box.onkeydown = (event) => this.type(event);
  }

  get value() { return this.mirror ? this.mirror.getValue() : this.box.value; }

  set value(text) {
    this.box.value = text;
    this.mirror?.setValue(text);
  }

  focus() { (this.mirror ?? this.box).focus(); }

  // What was hidden has no size: it is measured when it is shown.
  refresh() { this.mirror?.refresh(); }

  // Put CodeMirror in the place of the text area.
  async improve() {
    document.head.append(el("link", { rel: "stylesheet", href: "editor/codemirror.css" }));
    await loaded("editor/codemirror.js");
    await loaded("editor/python.js");
    const label = this.box.labels[0];
    this.mirror = window.CodeMirror.fromTextArea(this.box, {
      mode: "python",
      indentUnit: 4,
      lineNumbers: true,
      viewportMargin: Infinity,
      inputStyle: "contenteditable",
      screenReaderLabel: label.textContent,
      extraKeys: {
        Esc: () => { this.isLeaving = true; },
        Tab: (mirror) => (this.isLeaving ? window.CodeMirror.Pass : mirror.execCommand(mirror.somethingSelected() ? "indentMore" : "insertSoftTab")),
        "Shift-Tab": (mirror) => (this.isLeaving ? window.CodeMirror.Pass : mirror.execCommand("indentLess")),
      },
    });
    // Escape, then Tab, leaves: CodeMirror would take the key though it does nothing with it
    this.mirror.on("keydown", (mirror, event) => { if (this.isLeaving && event.key === "Tab") event.codemirrorIgnore = true; });
    this.mirror.on("blur", () => { this.isLeaving = false; });
    this.mirror.on("change", (mirror, { origin }) => {
      mirror.save();
      this.isLeaving = false;
      if (origin !== "setValue") this.onInput();
    });
    label.onclick = () => this.focus();
  }

  type(event) {
    const { box } = this;
    const put = (text) => {
      event.preventDefault();
      box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
      this.onInput();
    };
    if (event.key === "Escape") this.isLeaving = true;
    else if (event.key === "Tab" && !event.shiftKey && !this.isLeaving) put("    ");
    else if (event.key === "Enter") {
      const line = box.value.slice(0, box.selectionStart).split("\n").pop();
      put(`\n${line.match(/^ */)[0]}${line.trimEnd().endsWith(":") ? "    " : ""}`);
    } else if (event.key !== "Tab") this.isLeaving = false;
  }
}

function loaded(src) {
  return new Promise((resolve, reject) => {
    const script = el("script", { src });
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${src} does not load`));
    document.head.append(script);
  });
}
