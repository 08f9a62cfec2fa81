/** Kinds of interactive elements, by tag name. */
const KINDS: Readonly<Record<string, string>> = {
  a: "Link",
  button: "Button",
  summary: "Disclosure",
  input: "Field",
  textarea: "Field",
  select: "Menu",
  label: "Label",
  img: "Image",
  video: "Video",
};

/** Kind of an element, used as the start of its name, such as "Button"; null for non-interactive elements. */
const elementKind = (tag: string): string | null => KINDS[tag.toLowerCase()] ?? null;

/** Name of an element by its text: `Button “Save”`. */
export function elementTitle(tag: string, text: string): string {
  const kind = elementKind(tag);
  return kind === null ? text : `${kind} “${text}”`;
}

/** A part of a selector between combinators. Quoted values may contain spaces. */
const STEP = /(?:\\(?:[0-9a-f]{1,6}\s?|.)|"(?:\\.|[^"\\])*"|[^\s>"\\])+/gisu;
const TAG = /^[a-z][a-z0-9-]*/i;
const PLACES = ["header", "footer", "nav", "main", "dialog"];

/**
 * Name of an element by a selector in the recorder's format, for elements whose text is not known: `Link to /security in the footer`.
 */
export function describeSelector(selector: string): string {
  const steps = selector.match(STEP) ?? [];
  const named = steps.findLast((step) => nameOf(step) !== null) ?? "";
  const tag = TAG.exec(named || (steps.at(-1) ?? ""))?.[0] ?? "";
  const place = placeOf(steps.filter((step) => step !== named));
  return `${nameOf(named) ?? elementKind(tag) ?? "Element"}${place}`;
}

function nameOf(step: string): string | null {
  const kind = elementKind(TAG.exec(step)?.[0] ?? "") ?? "Element";
  const href = attributeOf(step, "href");
  if (href) return `Link to ${href}`;
  const text = attributeOf(step, "data-track-link-title");
  if (text) return `${kind === "Element" ? "Link" : kind} “${text}”`;
  const name = attributeOf(step, "name") ?? attributeOf(step, "data-testid") ?? idOf(step);
  return name ? `${kind} “${name}”` : null;
}

function placeOf(steps: readonly string[]): string {
  const section = steps.map((step) => attributeOf(step, "data-section-id")).find(Boolean);
  if (section) return ` in section ${section}`;
  const part = steps.map((step) => TAG.exec(step)?.[0] ?? "").find((tag) => PLACES.includes(tag));
  return part ? ` in the ${part === "nav" ? "navigation" : part === "main" ? "page" : part}` : "";
}

function idOf(step: string): string | undefined {
  const id = /#((?:\\(?:[0-9a-f]{1,6}\s?|.)|[\w-])+)/iu.exec(step)?.[1];
  return id && unescaped(id);
}

const ATTRIBUTE = /\[([\w-]+)="((?:\\.|[^"\\])*)"\]/gsu;

function attributeOf(step: string, name: string): string | undefined {
  const [, , value] = [...step.matchAll(ATTRIBUTE)].find(([, each]) => each === name) ?? [];
  return value && unescaped(value);
}

/** Without the escapes of `CSS.escape`. */
const unescaped = (value: string) =>
  value.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gisu, (_, code?: string, plain = "") =>
    code ? characterOf(code) : plain,
  );

/** @param code hexadecimal. */
function characterOf(code: string): string {
  const point = Number.parseInt(code, 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : "";
}
