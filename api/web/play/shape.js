// Reads the fields of any command from its JSON Schema alone; pure.

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {"text" | "whole" | "number" | "yes" | "choice" | "json"} kind
 * @property {string[]} choices
 * @property {boolean} required
 * @property {string} hint
 */

/** The commands of the game's own, by name, each with what it does.
 * @param {any} schema of all commands
 * @returns {{name: string, says: string}[]}
 */
export function commandsOf(schema) {
  return Object.entries(schema?.$defs ?? {})
    .filter(([, each]) => /** @type {any} */ (each)["x-whose"] === "game")
    .map(([name, each]) => ({ name, says: /** @type {any} */ (each).description ?? "" }));
}

/** @param {any} command one of the schema's commands @returns {Field[]} */
export function fieldsOf(command) {
  const required = new Set(command?.required ?? []);
  return Object.entries(command?.properties ?? {})
    .filter(([name]) => name !== "kind")
    .map(([name, shape]) => ({ name, required: required.has(name), ...kindOf(shape) }));
}

/** @param {any} shape @returns {{kind: Field["kind"], choices: string[], hint: string}} */
function kindOf(shape) {
  const hint = shape.description ?? "";
  const several = shape.anyOf?.filter((/** @type {any} */ each) => each.type !== "null");
  if (several?.length === 1) return kindOf({ ...several[0], description: hint || several[0].description });
  if (shape.enum) return { kind: "choice", choices: shape.enum.map(String), hint };
  if (shape.type === "boolean") return { kind: "yes", choices: [], hint };
  if (shape.type === "integer") return { kind: "whole", choices: [], hint };
  if (shape.type === "number") return { kind: "number", choices: [], hint };
  if (shape.type === "string") return { kind: "text", choices: [], hint };
  return { kind: "json", choices: [], hint: hint || "as JSON" };
}

/** What was typed as the value of a field; undefined where it is left out. A list of words or
 * numbers may be typed with commas between.
 * @param {Field} field @param {string} typed
 * @returns {unknown}
 */
export function valueOf(field, typed) {
  const text = typed.trim();
  if (text === "") return undefined;
  if (field.kind === "yes") return text === "yes";
  if (field.kind === "whole" || field.kind === "number") {
    const number = Number(text.replace(",", "."));
    if (!Number.isFinite(number)) throw new Error(`${field.name}: expected a number, got “${text}”`);
    return number;
  }
  if (field.kind !== "json") return text;
  try {
    return JSON.parse(text);
  } catch {
    if (/^[[{]/.test(text)) throw new Error(`${field.name}: expected JSON, got “${text}”`);
    return text.split(",").map((each) => {
      const part = each.trim();
      return part !== "" && Number.isFinite(Number(part)) ? Number(part) : part;
    });
  }
}
