// Draws the description of the interface as a page, without anything from elsewhere.
// Every text goes in by textContent.

const METHODS = ["get", "put", "post", "patch", "delete"];

function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

function typeOf(schema) {
  if (!schema) return "";
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return several.map(typeOf).join(" | ");
  if (schema.type === "array") return `list of ${typeOf(schema.items) || "anything"}`;
  return schema.type ?? "anything";
}

function table(heads, rows) {
  const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)));
  const body = rows.map((row) => make("tr", {}, ...row.map((text) => make("td", {}, text))));
  return make("table", {}, make("thead", {}, head), make("tbody", {}, ...body));
}

function example(value) {
  return make("pre", {}, JSON.stringify(value, null, 2));
}

function parameters(operation) {
  const rows = (operation.parameters ?? []).map((each) => [
    `${each.name}${each.required ? "" : " (may be left out)"}`,
    each.in,
    typeOf(each.schema),
    each.description ?? each.schema?.description ?? "",
  ]);
  return rows.length ? [table(["name", "in", "type", "meaning"], rows)] : [];
}

function body(operation, schemas) {
  const schema = operation.requestBody?.content?.["application/json"]?.schema;
  if (!schema) return [];
  const examples = schemas[typeOf(schema)]?.examples ?? [];
  return [make("p", {}, `Body: ${typeOf(schema)}`), ...examples.map(example)];
}

function answers(operation) {
  const rows = Object.entries(operation.responses).map(([status, each]) => {
    const content = Object.entries(each.content ?? {})[0];
    const type = content ? `${typeOf(content[1].schema)} (${content[0]})` : "";
    return [status, each.description ?? "", type];
  });
  return [table(["status", "meaning", "answer"], rows)];
}

function section(path, method, operation, schemas) {
  return make(
    "details",
    { id: operation.operationId },
    make("summary", {}, make("code", {}, `${method.toUpperCase()} ${path}`), " ", operation.summary ?? ""),
    make("p", {}, operation.description ?? ""),
    make("p", {}, `For: ${operation.security.length ? operation["x-roles"].join(", ") : "anybody, without a token"}`),
    ...parameters(operation),
    ...body(operation, schemas),
    ...answers(operation),
  );
}

function shape(name, schema) {
  const needed = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties ?? {}).map(([field, each]) => [
    `${field}${needed.has(field) ? "" : " (may be left out)"}`,
    typeOf(each),
    each.description ?? "",
  ]);
  return make(
    "details",
    { id: `shape-${name}` },
    make("summary", {}, make("code", {}, name), " ", schema.description ?? ""),
    table(["field", "type", "meaning"], rows),
  );
}

function show(described) {
  const schemas = described.components?.schemas ?? {};
  const [about, page, rest] = described.info.description.split(/`(\/guide\/[^`]+)`/);
  document.getElementById("summary").replaceChildren(about, ...(page ? [make("a", { href: page }, page), rest] : []));
  const parts = described.tags.map(({ name, description }) => {
    const sections = Object.entries(described.paths).flatMap(([path, operations]) =>
      METHODS.filter((method) => operations[method]?.tags?.[0] === name).map((method) =>
        section(path, method, operations[method], schemas),
      ),
    );
    return make("section", {}, make("h2", {}, name), make("p", {}, description), ...sections);
  });
  document.getElementById("operations").replaceChildren(...parts);
  const shapes = Object.keys(schemas).sort().map((name) => shape(name, schemas[name]));
  document.getElementById("schemas").replaceChildren(...shapes);
}

async function start() {
  try {
    show(await (await fetch("/api/v1/openapi.json")).json());
  } catch (failure) {
    document.getElementById("trouble").hidden = false;
    document.getElementById("trouble").textContent = `That did not work: ${failure.message}`;
  }
}

start();
