// Shows the table, lets a person pick two pieces, and says what the umpire answers.
// Every text goes in by textContent; the drawing is parsed as SVG and holds no script.

const QUESTIONS = [
  { what: "range", title: "Range", pair: true },
  { what: "sight", title: "Sight", pair: true },
  { what: "near", title: "Near", pair: false },
];

const MOST_INCHES = 10000;
// How long somebody who types may think before the umpire is asked, in milliseconds.
const PAUSE = 350;

const state = {
  snapshot: null,
  picked: [],
  drawn: "range",
  // Counts the looks at the table, so that a slow answer never replaces a newer one.
  look: 0,
  reading: 0,
  // The timer of a length that is still being typed.
  pause: 0,
};

const at = (id) => document.getElementById(id);

function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

// The token comes behind the # of the address, which browsers send to nobody. From then on it is
// kept for this tab alone, and taken off the address so that no picture of the screen shows it.
function takeToken() {
  if (location.hash.length > 1) {
    sessionStorage.setItem("token", location.hash.slice(1));
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem("token") ?? "";
}

const TOKEN = takeToken();

async function get(address) {
  let response;
  try {
    response = await fetch(address, { headers: { authorization: `Bearer ${TOKEN}` } });
  } catch {
    throw new Error("the umpire does not answer; is it still running?");
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new Error(problem.detail ?? `the umpire answered ${response.status}`);
}

// A length as people type it, with a comma or a point; null where the field is empty.
function typedLength(id, name) {
  const text = at(id).value.trim();
  const length = Number(text.replace(",", "."));
  const fits = text === "" || (/^(\d+[.,]?\d*|[.,]\d+)$/.test(text) && length <= MOST_INCHES);
  at(id).setAttribute("aria-invalid", String(!fits));
  if (!fits) {
    const got = text.length > 20 ? `${text.slice(0, 20)}…` : text;
    throw new Error(`${name}: expected a number of inches, 0 to ${MOST_INCHES}, got “${got}”`);
  }
  return text === "" ? null : length;
}

function address(what, lengths) {
  const query = new URLSearchParams({ a: state.picked[0] });
  if (QUESTIONS.find((question) => question.what === what).pair) query.set("b", state.picked[1]);
  if (what === "range") {
    query.set("metric", at("metric").value);
    if (lengths.limit !== null) query.set("limit", lengths.limit);
  }
  if (what === "near" && lengths.reach !== null) query.set("reach", lengths.reach);
  return query;
}

function askable() {
  return QUESTIONS.filter((question) => state.picked.length >= (question.pair ? 2 : 1));
}

// --- what is on the page -------------------------------------------------------------------------

function describe(piece) {
  const state = piece.declared_by ? `declared by ${piece.declared_by}` : piece.state;
  return [piece.side, piece.kind, state].filter(Boolean).join(" ");
}

function showPieces() {
  const buttons = state.snapshot.pieces.map((piece) => {
    const button = make("button", { type: "button", "data-piece": piece.id, "data-side": piece.side });
    button.append(piece.id);
    if (piece.state !== "seen") button.append(" ", make("small", {}, piece.state));
    button.setAttribute("aria-label", `${piece.id}, ${describe(piece)}`);
    button.setAttribute("title", `${piece.id}, ${describe(piece)}`);
    button.addEventListener("click", () => pick(piece.id));
    return button;
  });
  at("pieces").replaceChildren(...buttons);
}

function showPicked() {
  const [first, second] = state.picked;
  at("picked").textContent = second
    ? `From ${first} to ${second}. Tap another piece to begin anew.`
    : first
      ? `From ${first}. Now pick the piece it asks about.`
      : "Tap them on the table or below. The first one asks, the second is asked about.";
  at("swap").disabled = state.picked.length < 2;
  at("clear").disabled = state.picked.length < 1;
  for (const piece of document.querySelectorAll("[data-piece]")) {
    piece.setAttribute("aria-pressed", String(state.picked.includes(piece.dataset.piece)));
  }
}

function showDrawing(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") throw new Error("the drawing cannot be read");
  const focused = document.activeElement?.closest("#drawing [data-piece]")?.dataset.piece;
  const svg = document.importNode(parsed, true);
  // With pieces to press inside, it is a group and not one flat picture.
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", "Drawing of the table");
  for (const piece of svg.querySelectorAll(".piece")) {
    const id = piece.dataset.piece;
    piece.setAttribute("role", "button");
    piece.setAttribute("tabindex", "0");
    piece.setAttribute("aria-label", piece.querySelector("title").textContent);
    piece.addEventListener("click", () => pick(id));
    piece.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      pick(id);
    });
  }
  at("drawing").replaceChildren(svg);
  if (focused) {
    [...svg.querySelectorAll(".piece")].find((piece) => piece.dataset.piece === focused)?.focus();
  }
}

function inches(length) {
  return `${Number(length.toFixed(length !== 0 && Math.abs(length) < 0.02 ? 4 : 2))} in`;
}

function numbers(verdict) {
  const rows = [
    ["value", verdict.value_in],
    ["limit", verdict.limit_in],
    ["margin", verdict.margin_in],
    ["doubt", verdict.bound_in],
  ];
  const list = make("dl");
  for (const [name, length] of rows) {
    if (length === null) continue;
    list.append(make("div", {}, make("dt", {}, name), make("dd", {}, inches(length))));
  }
  return list;
}

function card(question, answer) {
  const badge = make("span", { class: "answer" }, answer.answer.replaceAll("_", " "));
  const show = make("button", { type: "button" }, "Show");
  show.setAttribute("aria-label", `Show ${question.title.toLowerCase()} on the table`);
  show.setAttribute("aria-pressed", String(state.drawn === question.what));
  show.addEventListener("click", () => {
    state.drawn = question.what;
    refresh();
  });
  const article = make(
    "article",
    { "data-what": question.what, "data-answer": answer.answer },
    make("h3", {}, question.title, badge, show),
    make("p", {}, answer.sentence),
  );
  if (answer.verdict) article.append(numbers(answer.verdict));
  return article;
}

// --- what happens --------------------------------------------------------------------------------

// What is on the page answers an older question from now on, until `show` or `fail`.
function grey() {
  for (const id of ["drawing", "answers"]) {
    at(id).setAttribute("aria-busy", "true");
    at(id).classList.add("stale");
  }
  at("waiting").textContent = "Asking the umpire …";
}

function fresh(...ids) {
  for (const id of ids) {
    at(id).setAttribute("aria-busy", "false");
    at(id).classList.remove("stale");
  }
  at("waiting").textContent = "";
}

// No answer is better than an old one: the table stays, grey, without what was measured on it.
function fail(failure) {
  at("trouble").hidden = false;
  at("trouble").textContent = `That did not work: ${failure.message}`;
  const hadFocus = at("answers").contains(document.activeElement);
  at("answers").replaceChildren();
  const marks = "#drawing :is(.measure, .numbers, .halo, .verdict, desc)";
  for (const mark of document.querySelectorAll(marks)) mark.remove();
  fresh("answers");
  at("drawing").setAttribute("aria-busy", "false");
  if (hadFocus) at("trouble").focus();
}

function show(drawing, asked, answers) {
  showDrawing(drawing);
  const focused = document.activeElement?.closest("article")?.dataset.what;
  at("answers").replaceChildren(...asked.map((question, index) => card(question, answers[index])));
  if (focused) document.querySelector(`article[data-what="${focused}"] button`)?.focus();
  at("trouble").hidden = true;
  fresh("drawing", "answers");
  showPicked();
}

function pick(id) {
  if (state.picked.includes(id)) state.picked = state.picked.filter((other) => other !== id);
  else state.picked = state.picked.length === 2 ? [id] : [...state.picked, id];
  refresh();
}

function lengthsTyped() {
  const failures = [];
  const lengths = {};
  for (const [id, name] of [["limit", "Limit"], ["reach", "Near"]]) {
    try {
      lengths[id] = typedLength(id, name);
    } catch (failure) {
      failures.push(failure.message);
    }
  }
  if (failures.length > 0) throw new Error(failures.join("; "));
  return lengths;
}

function drawingAddress(shown, lengths) {
  const query = shown ? address(shown.what, lengths) : new URLSearchParams();
  if (shown) query.set("what", shown.what);
  if (at("errors").checked) query.set("errors", "true");
  return `/api/v1/table/drawing.svg?${query}`;
}

async function refresh() {
  clearTimeout(state.pause);
  state.pause = 0;
  const look = ++state.look;
  showPicked();
  grey();
  try {
    const lengths = lengthsTyped();
    const asked = askable();
    const shown = asked.find((question) => question.what === state.drawn) ?? asked[0];
    const [drawing, ...answers] = await Promise.all([
      get(drawingAddress(shown, lengths)).then((response) => response.text()),
      ...asked.map(({ what }) =>
        get(`/api/v1/measure/${what}?${address(what, lengths)}`)
          .then((response) => response.json())
          .then((told) => told.measurement),
      ),
    ]);
    if (look === state.look) show(drawing, asked, answers);
  } catch (failure) {
    if (look === state.look) fail(failure);
  }
}

async function readTable() {
  const reading = ++state.reading;
  grey();
  try {
    const snapshot = await (await get("/api/v1/table")).json();
    if (reading !== state.reading) return;
    state.snapshot = snapshot;
    const { number, table, pieces, health } = snapshot;
    const note = health.state === "live" ? "" : `, camera ${health.state}: ${health.note}`;
    at("state").textContent =
      `Snapshot ${number}, ${table.width_in} × ${table.depth_in} in, ${pieces.length} pieces${note}`;
    const known = new Set(pieces.map((piece) => piece.id));
    state.picked = state.picked.filter((id) => known.has(id));
    showPieces();
    await refresh();
  } catch (failure) {
    if (reading !== state.reading) return;
    // An answer that is still on its way would be about a table that is no more.
    ++state.look;
    at("state").textContent = "The table cannot be read";
    fail(failure);
  }
}

at("swap").addEventListener("click", () => {
  state.picked.reverse();
  refresh();
});
at("clear").addEventListener("click", () => {
  state.picked = [];
  refresh();
  // The button has just gone grey and lost the focus; picking begins anew.
  at("pieces").querySelector("button")?.focus();
});
at("again").addEventListener("click", readTable);
for (const id of ["errors", "metric"]) at(id).addEventListener("change", refresh);
for (const id of ["limit", "reach"]) {
  at(id).addEventListener("input", () => {
    clearTimeout(state.pause);
    ++state.look;
    grey();
    state.pause = setTimeout(refresh, PAUSE);
  });
  at(id).addEventListener("change", () => {
    if (state.pause !== 0) refresh();
  });
}

readTable();
