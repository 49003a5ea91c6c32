"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { words } = data;
  const NQ = data.rows.length, NK = data.keys.length;
  const state = {
    head: data.head, step: data.step, row: data.row, column: 0,
    divide: data.divide, d: data.d_k, temperature: data.temperature,
  };

  // ---- what the file holds -------------------------------------------------------------------------------

  const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const numbers = (held) => {
    if (!held) return null;
    const raw = bytes(held.data).buffer;
    const values = held.type === "f8" ? new Float64Array(raw) : new Float32Array(raw);
    return { rows: held.shape[0], columns: held.shape[1], values };
  };
  const heads = data.heads.map((head) => ({
    name: head.name, mix: head.mix,
    Q: numbers(head.Q), K: numbers(head.K), V: numbers(head.V), A: numbers(head.A),
  }));
  if (data.shared) {
    const Q = numbers(data.shared.Q), K = numbers(data.shared.K);
    for (const head of heads) Object.assign(head, { Q, K });
  }
  const seen = data.visible ? unpacked(bytes(data.visible)) : null;

  function unpacked(packed) {
    const bits = new Uint8Array(NQ * NK);
    for (let at = 0; at < bits.length; at++) bits[at] = (packed[at >> 3] >> (7 - (at & 7))) & 1;
    return bits;
  }

  // ---- the sums --------------------------------------------------------------------------------------------

  // S = QKᵀ of the first d components; the positional parts of a sentence's head have the same growth, √d.
  function scores(head) {
    const S = new Float64Array(NQ * NK), mix = head.mix, root = Math.sqrt(state.d);
    for (let i = 0; i < NQ; i++) {
      for (let j = 0; j < NK; j++) {
        let content = 0;
        if (head.Q && (!mix || mix[0] !== 0)) {
          const q = i * head.Q.columns, k = j * head.K.columns;
          for (let c = 0; c < state.d; c++) content += head.Q.values[q + c] * head.K.values[k + c];
        }
        if (!mix) { S[i * NK + j] = content; continue; }
        const previous = j === i - 1 ? root * data.previous : 0;
        const distance = -(root * data.decay * Math.abs(i - j));
        S[i * NK + j] = mix[0] * content + mix[1] * previous + mix[2] * distance;
      }
    }
    return S;
  }

  // Each row: e to the score over the row's sum, of what may be looked at. Infinite scores share the row.
  function softmax(S) {
    const A = new Float64Array(NQ * NK);
    for (let i = 0; i < NQ; i++) {
      let peak = -Infinity, any = false;
      for (let j = 0; j < NK; j++) {
        if (may(i, j)) { any = true; peak = Math.max(peak, S[i * NK + j]); }
      }
      if (!any) continue;
      let total = 0;
      for (let j = 0; j < NK; j++) {
        if (!may(i, j)) continue;
        const score = S[i * NK + j];
        const share = Number.isFinite(peak) ? Math.exp(score - peak) : Number(score === peak);
        A[i * NK + j] = share;
        total += share;
      }
      for (let j = 0; j < NK; j++) A[i * NK + j] /= total;
    }
    return A;
  }

  function product(A, V) {
    const O = new Float64Array(NQ * V.columns);
    for (let i = 0; i < NQ; i++) {
      for (let j = 0; j < NK; j++) {
        for (let c = 0; c < V.columns; c++) O[i * V.columns + c] += A[i * NK + j] * V.values[j * V.columns + c];
      }
    }
    return O;
  }

  const may = (i, j) => !seen || seen[i * NK + j] === 1;

  // Imported weights may hold NaN and infinities: they have no colour, and no sum has a part of them.
  const isNumber = Number.isFinite;
  const sign = (value) => Number.isNaN(value) ? "×" : value > 0 ? "▲" : "▼";
  const sound = (i) => steps.weights.values.slice(i * NK, (i + 1) * NK).every((value, j) => isNumber(value) || !may(i, j));
  let steps = {};

  function compute() {
    const head = heads[state.head];
    if (!data.live) {
      steps = { weights: { rows: NQ, columns: NK, values: head.A.values } };
      return;
    }
    const S = scores(head);
    const divisor = (state.divide ? Math.sqrt(state.d) : 1) * state.temperature;
    const scaled = S.map((score) => score / divisor);
    const A = softmax(scaled);
    steps = {
      scores: { rows: NQ, columns: NK, values: S },
      scaled: { rows: NQ, columns: NK, values: scaled },
      weights: { rows: NQ, columns: NK, values: A },
    };
    if (head.V) steps.output = { rows: NQ, columns: head.V.columns, values: product(A, head.V) };
    if (head.Q && !head.mix) { steps.Q = head.Q; steps.K = head.K; }
    if (head.V) steps.V = head.V;
  }

  // ---- numbers and words -----------------------------------------------------------------------------------

  // Half to even on the exact value, as the program rounds: toFixed rounds an exact half up.
  function fixed(value, places) {
    if (Number.isNaN(value)) return "NaN";
    if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
    const moved = Math.abs(value) * 10 ** places;
    let text = Math.abs(value).toFixed(places);
    if (moved % 1 === 0.5 && moved < 2 ** 52) {
      const floor = Math.floor(moved);
      text = ((floor % 2 === 0 ? floor : floor + 1) / 10 ** places).toFixed(places);
    }
    if (value < 0 && /[1-9]/.test(text)) text = "−" + text;
    return text.replace(".", data.decimal);
  }

  function short(value) {
    const size = Math.abs(value);
    if (value !== 0 && Number.isFinite(value) && (size >= 1e5 || size < 0.005)) {
      if (size < 1) return fixed(0, 2);
      const [mantissa, power] = value.toExponential(1).split("e");
      return mantissa.replace(".", data.decimal).replace("-", "−") + "·10^" + Number(power);
    }
    return fixed(value, 2);
  }

  const weight = (value) => Math.abs(value) >= 1e5 ? short(value) : fixed(value, data.places);

  const filled = (sentence, parts) => sentence.replace(/\{(\w+)\}/g, (whole, name) => name in parts ? parts[name] : whole);

  // A token inside a sentence: cut where it is long, and one from right to left must not turn its neighbours around.
  function token(name) {
    const signs = Array.from(name);
    const cut = signs.length > 40 ? signs.slice(0, 39).join("") + "…" : name;
    return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(cut) ? "\u2068" + cut + "\u2069" : cut;
  }
  const rowNames = (step) => ["K", "V"].includes(step) ? data.keys : data.rows;
  function columnNames(step) {
    if (["scores", "scaled", "weights"].includes(step)) return data.keys;
    const names = ["V", "output"].includes(step) ? data.values : [];
    const count = steps[step].columns;
    return names.length === count ? names : Array.from({ length: count }, (_, c) => String(c + 1));
  }

  // ---- colours ---------------------------------------------------------------------------------------------

  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  function colourOf(step) {
    const maps = data.maps[dark.matches ? "dark" : "light"];
    const map = step === "weights" ? maps.weights : maps.signed;
    let most = 1;
    if (step !== "weights") {
      most = 0;
      for (const value of steps[step].values) if (Number.isFinite(value)) most = Math.max(most, Math.abs(value));
      most = most || 1;
    }
    const root = step === "weights" && data.curve !== "linear";
    return (value) => {
      let part = step === "weights" ? value : (value / most + 1) / 2;
      if (root) part = data.curve === "sqrt" ? Math.sqrt(part) : part > 1e-4 ? 1 + Math.log10(part) / 4 : 0;
      const entry = Math.min(255, Math.max(0, Math.round(255 * (Number.isNaN(part) ? 0 : part))));
      return [map.colours.slice(6 * entry, 6 * entry + 6), map.inks[entry] === "1" ? "ffffff" : "000000"];
    };
  }

  // ---- the page --------------------------------------------------------------------------------------------

  const at = (id) => document.getElementById(id);
  function made(name, attributes = {}, text = "") {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== "") element.textContent = text;
    return element;
  }
  const controls = at("controls");
  const fields = {};

  function field(name, label, element) {
    const wrap = made("label", {}, label);
    element.id = name;
    wrap.append(element);
    controls.append(wrap);
    fields[name] = element;
    return element;
  }
  function choice(name, label, options, value, act) {
    const select = field(name, label, made("select"));
    for (const [key, text] of options) select.append(made("option", { value: key }, text));
    select.value = value;
    select.addEventListener("change", () => { act(select.value); refresh(); });
  }
  function number(name, label, low, high, step, value, act) {
    const range = field(name, label, made("input", { type: "range", min: low, max: high, step }));
    const shown = made("output", { for: name });
    range.parentElement.append(shown);
    range.value = value;
    const say = () => {
      shown.textContent = step === 1 ? range.value : fixed(Math.exp(Number(range.value)), 2);
      range.setAttribute("aria-valuetext", shown.textContent);
    };
    say();
    range.addEventListener("input", () => { act(Number(range.value)); say(); soon(); });
  }

  function buildControls() {
    controls.addEventListener("submit", (event) => event.preventDefault());
    if (heads.length > 1) {
      choice("head", words.head, heads.map((head, index) => [index, head.name]), state.head, (value) => { state.head = Number(value); });
    }
    compute();
    const names = Object.keys(steps).filter((step) => data.steps[step]);
    if (names.length > 1) choice("step", words.step, names.map((step) => [step, data.steps[step]]), state.step, (value) => { state.step = value; });
    choice("followed", words.row, data.rows.map((name, index) => [index, name]), state.row, (value) => { state.row = Number(value); });
    if (!data.live) return;
    const box = field("divide", words.divide, made("input", { type: "checkbox" }));
    box.checked = state.divide;
    box.addEventListener("change", () => { state.divide = box.checked; refresh(); });
    if (data.most_d > 1) number("d_k", words.d_k, 1, data.most_d, 1, state.d, (value) => { state.d = value; });
    number("temperature", words.temperature, -3, 3, "any", Math.log(state.temperature), (value) => {
      state.temperature = Math.abs(value) < 0.04 ? 1 : Math.exp(value);
    });
  }

  let cells = [];
  function showTable() {
    const step = state.step, matrix = steps[step], names = columnNames(step), rows = rowNames(step);
    const table = made("table", { role: "grid", "aria-label": data.steps[step] });
    if (matrix.columns > 28) table.className = "small";
    table.append(made("caption", {}, filled(words.caption, { step: data.steps[step], rows: matrix.rows, columns: matrix.columns })));
    const head = made("tr", { role: "row" });
    head.append(made("td", { "aria-hidden": "true", style: "border:0;background:none" }));
    for (const name of names) head.append(made("th", { scope: "col", role: "columnheader", title: name }, name));
    const top = made("thead");
    top.append(head);
    table.append(top);
    const body = made("tbody");
    cells = rows.map((name, i) => {
      const line = made("tr", { role: "row" });
      line.append(made("th", { scope: "row", role: "rowheader", title: name }, name));
      const own = names.map((_, j) => {
        const cell = made("td", { role: "gridcell", tabindex: "-1" });
        cell.dataset.row = i;
        cell.dataset.column = j;
        line.append(cell);
        return cell;
      });
      body.append(line);
      return own;
    });
    table.append(body);
    at("stage").replaceChildren(table);
    table.addEventListener("mouseover", (event) => { const cell = event.target.closest("td[data-row]"); if (cell) read(Number(cell.dataset.row), Number(cell.dataset.column)); });
    table.addEventListener("focusin", (event) => { const cell = event.target.closest("td[data-row]"); if (cell) moveTo(cell, false); });
    table.addEventListener("click", (event) => {
      const line = event.target.closest("tbody tr");
      if (line) follow([...body.children].indexOf(line));
    });
    table.addEventListener("keydown", keys);
  }

  let built = "";
  function paintTable() {
    const kind = [state.step, steps[state.step].rows, steps[state.step].columns].join(" ");
    if (kind !== built) { showTable(); built = kind; }
    const matrix = steps[state.step], colour = colourOf(state.step);
    const masked = state.step === "weights" || state.step === "scaled";
    cells.forEach((line, i) => line.forEach((cell, j) => {
      const value = matrix.values[i * matrix.columns + j], hidden = masked && !may(i, j);
      const strange = !hidden && !isNumber(value);
      const look = hidden ? "hidden" : strange ? sign(value) : colour(value).join(), text = hidden ? "" : short(value);
      // Only what changed: a slider asks for this many times a second.
      if (cell.look !== look) {
        cell.look = look;
        cell.classList.toggle("hidden", hidden);
        cell.classList.toggle("strange", strange);
        if (strange) cell.dataset.sign = look; else delete cell.dataset.sign;
        const [paper, ink] = colour(value);
        cell.style.cssText = hidden || strange ? "" : `background:#${paper};color:#${ink}`;
        // A number is read with its row and column; what has none says why.
        if (hidden) cell.setAttribute("aria-label", said(i, j)); else cell.removeAttribute("aria-label");
      }
      if (cell.text !== text) cell.textContent = cell.text = text;
      const tab = i === state.row && j === Math.min(state.column, line.length - 1) ? 0 : -1;
      if (cell.tabIndex !== tab) cell.tabIndex = tab;
    }));
    const lines = at("stage").querySelectorAll("tbody tr");
    const queries = !["K", "V"].includes(state.step);
    lines.forEach((line, i) => line.setAttribute("aria-selected", String(queries && i === state.row)));
  }

  // More cells than a table should have: a picture, with the same keys and the same reading.
  let canvas = null, scale = 1;
  function paintCanvas() {
    if (!canvas) {
      canvas = made("canvas", { tabindex: "0", role: "application", "aria-roledescription": words.picture });
      scale = Math.max(1, Math.min(10, Math.floor(900 / Math.max(NQ, NK))));
      canvas.style.width = NK * scale + "px";
      canvas.style.height = NQ * scale + "px";
      const place = (event) => {
        const area = canvas.getBoundingClientRect();
        return [
          Math.min(NQ - 1, Math.max(0, Math.floor((event.clientY - area.top) / area.height * NQ))),
          Math.min(NK - 1, Math.max(0, Math.floor((event.clientX - area.left) / area.width * NK))),
        ];
      };
      canvas.addEventListener("mousemove", (event) => read(...place(event)));
      canvas.addEventListener("click", (event) => { const [i, j] = place(event); state.column = j; follow(i); });
      canvas.addEventListener("keydown", keys);
      at("stage").replaceChildren(canvas);
    }
    canvas.width = NK;
    canvas.height = NQ;
    canvas.setAttribute("aria-label", filled(words.caption, { step: data.steps[state.step], rows: NQ, columns: NK }) + " " + said(state.row, state.column));
    const context = canvas.getContext("2d"), image = context.createImageData(NK, NQ);
    const colour = colourOf(state.step), values = steps[state.step].values;
    const role = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim().slice(1);
    const hatch = role("--hatch"), strange = role("--strange"), odd = [];
    for (let at = 0; at < values.length; at++) {
      const drawn = may(Math.floor(at / NK), at % NK);
      if (drawn && !isNumber(values[at])) odd.push(at);
      const rgb = !drawn ? hatch : isNumber(values[at]) ? colour(values[at])[0] : strange;
      const whole = parseInt(rgb, 16);
      image.data[4 * at] = whole >> 16;
      image.data[4 * at + 1] = (whole >> 8) & 255;
      image.data[4 * at + 2] = whole & 255;
      image.data[4 * at + 3] = 255;
    }
    context.putImageData(image, 0, 0);
    if (odd.length) markOdd(context, values, odd, "#" + role("--ink"));
  }

  // A picture of a pixel a cell has no room for signs: it is enlarged, and of cells that are close one has a sign.
  function markOdd(context, values, odd, ink) {
    const small = made("canvas");
    small.width = NK;
    small.height = NQ;
    small.getContext("2d").drawImage(canvas, 0, 0);
    canvas.width = NK * scale;
    canvas.height = NQ * scale;
    context.imageSmoothingEnabled = false;
    context.drawImage(small, 0, 0, canvas.width, canvas.height);
    const room = Math.max(9, scale), taken = new Set();
    Object.assign(context, { font: room + "px sans-serif", textAlign: "center", textBaseline: "middle", fillStyle: ink });
    for (const at of odd) {
      const x = (at % NK + 0.5) * scale, y = (Math.floor(at / NK) + 0.5) * scale;
      const tile = Math.floor(x / room) + " " + Math.floor(y / room);
      if (!taken.has(tile)) context.fillText(sign(values[at]), x, y);
      taken.add(tile);
    }
  }

  // ---- reading and moving ----------------------------------------------------------------------------------

  function rank(i, j) {
    const A = steps.weights.values, own = A[i * NK + j];
    let larger = 0;
    for (let k = 0; k < NK; k++) if (isNumber(A[i * NK + k]) && A[i * NK + k] > own) larger++;
    return larger + 1;
  }

  function said(i, j) {
    const step = state.step, matrix = steps[step];
    if (!["scores", "scaled", "weights"].includes(step)) {
      return filled(words.plain_cell, { row: token(rowNames(step)[i]), column: token(columnNames(step)[j]), value: short(matrix.values[i * matrix.columns + j]) });
    }
    const names = { query: token(data.rows[i]), key: token(data.keys[j]) };
    if (!may(i, j)) return filled(words.hidden_cell, names);
    const place = i * NK + j;
    const parts = { ...names, weight: weight(steps.weights.values[place]), rank: rank(i, j), all: steps.weights.values.slice(i * NK, (i + 1) * NK).filter(isNumber).length };
    if (!isNumber(steps.weights.values[place])) return filled(words.strange_cell, parts);
    if (!steps.scores) return filled(words.weight_cell, parts);
    return filled(words.cell, { ...parts, score: short(steps.scores.values[place]), scaled: short(steps.scaled.values[place]) });
  }

  function read(i, j) { at("reading").textContent = said(i, j); }

  function follow(row) {
    if (row < 0 || row >= NQ || ["K", "V"].includes(state.step)) return;
    state.row = row;
    fields.followed.value = row;
    refresh();
  }

  function moveTo(cell, focus) {
    const i = Number(cell.dataset.row), j = Number(cell.dataset.column);
    for (const line of cells) for (const other of line) other.tabIndex = -1;
    cell.tabIndex = 0;
    cell.setAttribute("aria-label", said(i, j));
    cell.addEventListener("blur", () => { if (cell.look !== "hidden") cell.removeAttribute("aria-label"); }, { once: true });
    state.column = j;
    if (focus) cell.focus();
    read(i, j);
  }

  function keys(event) {
    const moves = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -Infinity], End: [0, Infinity], PageUp: [-Infinity, 0], PageDown: [Infinity, 0] };
    const move = moves[event.key];
    if (canvas) {
      if (!move) return;
      event.preventDefault();
      state.row = clamp(state.row + move[0], NQ);
      state.column = clamp(state.column + move[1], NK);
      fields.followed.value = state.row;
      showRow();
      read(state.row, state.column);
      return;
    }
    const cell = event.target.closest("td[data-row]");
    if (!cell) return;
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); follow(Number(cell.dataset.row)); return; }
    if (!move) return;
    event.preventDefault();
    const i = clamp(Number(cell.dataset.row) + move[0], cells.length);
    moveTo(cells[i][clamp(Number(cell.dataset.column) + move[1], cells[i].length)], true);
  }
  const clamp = (index, count) => Math.min(count - 1, Math.max(0, index));

  // ---- the followed row ------------------------------------------------------------------------------------

  function showRow() {
    const i = state.row, A = steps.weights.values;
    const order = Array.from({ length: NK }, (_, j) => j).filter((j) => may(i, j));
    // What is no number comes first: a bar it has none, and nothing it could be compared with.
    const size = (j) => isNumber(A[i * NK + j]) ? A[i * NK + j] : Infinity;
    if (NK > 24) order.sort((a, b) => size(a) === size(b) ? a - b : size(b) - size(a));
    const shown = order.slice(0, 24);
    let entropy = 0;
    for (let j = 0; j < NK; j++) { const a = A[i * NK + j]; if (a > 0) entropy -= a * Math.log2(a); }
    at("row-title").textContent = filled(words.row_title, { query: token(data.rows[i]), entropy: order.length && sound(i) ? fixed(entropy, 2) : "–" });
    const most = Math.max(...shown.map((j) => A[i * NK + j]).filter(isNumber), 1e-300);
    const parts = [];
    for (const j of shown) {
      const bar = made("div", { class: "bar" });
      const value = A[i * NK + j];
      bar.style.width = Math.max(0, 100 * (value / most)) + "%";
      const track = made("div", { "aria-hidden": "true" });
      if (isNumber(value)) track.append(bar);
      parts.push(made("div", { class: "name", title: data.keys[j] }, data.keys[j]), track, made("div", {}, weight(value)));
    }
    at("bars").replaceChildren(...parts);
    if (order.length === 0) at("bars").replaceChildren(made("div", {}, words.nothing));
    at("sum").replaceChildren(...written(i, order));
  }

  // The followed query's weights written out, of its largest four.
  function written(i, order) {
    if (!steps.scores || !order.length) return [];
    const A = steps.weights.values, scaled = steps.scaled.values, S = steps.scores.values;
    const divisor = (state.divide ? Math.sqrt(state.d) : 1) * state.temperature;
    const best = [...order].sort((a, b) => A[i * NK + b] - A[i * NK + a]).slice(0, 4);
    const lines = best.map((j) => made("p", {}, filled(words.sum, {
      key: token(data.keys[j]), score: short(S[i * NK + j]), divisor: short(divisor), scaled: short(scaled[i * NK + j]), weight: fixed(A[i * NK + j], data.places),
    })));
    if (steps.output) {
      const O = steps.output, row = Array.from(O.values.slice(i * O.columns, (i + 1) * O.columns), short).slice(0, 12);
      lines.push(made("p", {}, filled(words.output, { values: row.join(" · ") })));
    }
    return lines;
  }

  // ----------------------------------------------------------------------------------------------------------

  function refresh() {
    compute();
    if (!steps[state.step]) state.step = "weights";
    if (fields.step) fields.step.value = state.step;
    if (NQ > data.most_table || NK > data.most_table) paintCanvas(); else paintTable();
    showRow();
    read(state.row, Math.min(state.column, steps[state.step].columns - 1));
  }
  // Once a picture, however fast the hand is.
  let waiting = false;
  function soon() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; refresh(); });
  }

  window.attnviz = { state, refresh, steps: () => steps };
  buildControls();
  refresh();
  dark.addEventListener("change", refresh);
})();
