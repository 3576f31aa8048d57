// Shows the table, lets a person pick two pieces, and says what the umpire answers.
// Every text goes in by textContent; the drawing is parsed as SVG and holds no script.

const QUESTIONS = [
  { what: "range", title: "Range", pair: true },
  { what: "sight", title: "Sight", pair: true },
  { what: "near", title: "Near", pair: false },
];

const state = {
  snapshot: null,
  picked: [],
  drawn: "range",
  // Counts the looks at the table, so that a slow answer never replaces a newer one.
  look: 0,
};

const at = (id) => document.getElementById(id);

function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

async function get(address) {
  let response;
  try {
    response = await fetch(address);
  } catch {
    throw new Error("the umpire does not answer; is it still running?");
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new Error(problem.detail ?? `the umpire answered ${response.status}`);
}

function address(what) {
  const query = new URLSearchParams({ a: state.picked[0] });
  if (QUESTIONS.find((question) => question.what === what).pair) query.set("b", state.picked[1]);
  if (what === "range") {
    query.set("metric", at("metric").value);
    if (at("limit").value !== "") query.set("limit", at("limit").value);
  }
  if (what === "near" && at("reach").value !== "") query.set("reach", at("reach").value);
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

function trouble(failure) {
  at("trouble").hidden = false;
  at("trouble").textContent = `That did not work: ${failure.message}`;
}

async function attempt(work) {
  try {
    at("trouble").hidden = true;
    await work();
  } catch (failure) {
    trouble(failure);
  }
}

function pick(id) {
  if (state.picked.includes(id)) state.picked = state.picked.filter((other) => other !== id);
  else state.picked = state.picked.length === 2 ? [id] : [...state.picked, id];
  refresh();
}

function refresh() {
  showPicked();
  return attempt(async () => {
    const look = ++state.look;
    const asked = askable();
    const shown = asked.find((question) => question.what === state.drawn) ?? asked[0];
    const query = shown ? address(shown.what) : new URLSearchParams();
    if (shown) query.set("what", shown.what);
    const [drawing, ...answers] = await Promise.all([
      get(`/api/v1/table.svg?${query}`).then((response) => response.text()),
      ...asked.map(({ what }) =>
        get(`/api/v1/measure/${what}?${address(what)}`).then((response) => response.json()),
      ),
    ]);
    if (look !== state.look) return;
    showDrawing(drawing);
    const focused = document.activeElement?.closest("article")?.dataset.what;
    at("answers").replaceChildren(...asked.map((question, index) => card(question, answers[index])));
    if (focused) document.querySelector(`article[data-what="${focused}"] button`)?.focus();
    showPicked();
  });
}

function readTable() {
  return attempt(async () => {
    state.snapshot = await (await get("/api/v1/snapshot")).json();
    const { number, table, pieces, health } = state.snapshot;
    const note = health.state === "live" ? "" : `, camera ${health.state}: ${health.note}`;
    at("state").textContent =
      `Snapshot ${number}, ${table.width_in} × ${table.depth_in} in, ${pieces.length} pieces${note}`;
    const known = new Set(pieces.map((piece) => piece.id));
    state.picked = state.picked.filter((id) => known.has(id));
    showPieces();
    await refresh();
  });
}

at("swap").addEventListener("click", () => {
  state.picked.reverse();
  refresh();
});
at("clear").addEventListener("click", () => {
  state.picked = [];
  refresh();
});
at("again").addEventListener("click", readTable);
for (const id of ["limit", "reach", "metric"]) at(id).addEventListener("change", refresh);

readTable();
