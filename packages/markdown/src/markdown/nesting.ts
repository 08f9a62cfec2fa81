import type { ContentNode, ContentTag } from "@marquee/contract";

/** Phrasing content: elements that are allowed within a line of text. */
const PHRASING: ReadonlySet<ContentTag> = new Set<ContentTag>([
  "br",
  "img",
  "a",
  "tt",
  "task",
  "em",
  "strong",
  "del",
  "ins",
  "mark",
  "code",
  "kbd",
  "samp",
  "var",
  "sub",
  "sup",
  "small",
  "abbr",
  "b",
  "i",
  "u",
  "s",
  "q",
  "cite",
  "dfn",
  "time",
  "span",
]);
/** Elements that can contain only phrasing content. Browsers close them before any other element. */
const HOLDS_PHRASING: ReadonlySet<ContentTag> = new Set<ContentTag>([
  ...PHRASING,
  "p",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "pre",
  "summary",
  "dt",
]);
/** Elements that are allowed only in these parents. */
const PARENTS: Partial<Record<ContentTag, readonly ContentTag[]>> = {
  li: ["ul", "ol"],
  dt: ["dl"],
  dd: ["dl"],
  thead: ["table"],
  tbody: ["table"],
  tr: ["thead", "tbody"],
  th: ["tr"],
  td: ["tr"],
  summary: ["details"],
  figcaption: ["figure"],
};
/** Elements that can contain only these children. */
const CHILDREN: Partial<Record<ContentTag, readonly ContentTag[]>> = {
  ul: ["li"],
  ol: ["li"],
  dl: ["dt", "dd"],
  table: ["thead", "tbody"],
  thead: ["tr"],
  tbody: ["tr"],
  tr: ["th", "td"],
};

/** Parent context of an element. */
export interface Place {
  parent: ContentTag | null;
  /** Inside an element that can contain only phrasing content. */
  isInLine: boolean;
  /** Inside a link or a tooltip's button, which cannot be nested. */
  isInControl: boolean;
  depth: number;
}

export const TOP: Place = { parent: null, isInLine: false, isInControl: false, depth: 0 };

/** The place of the children of `tag`, which is itself at `place`. */
export function inside(tag: ContentTag, place: Place): Place {
  return {
    parent: tag,
    isInLine: place.isInLine || HOLDS_PHRASING.has(tag),
    isInControl: place.isInControl || tag === "a" || tag === "tt",
    depth: place.depth + 1,
  };
}

/**
 * The element to render for `tag` at `place`, so that browsers parse the document to the rendered tree: the element itself, a `span` instead,
 * or null for its children only.
 */
export function fitTag(tag: ContentTag, place: Place): ContentTag | null {
  if (place.isInControl && (tag === "a" || tag === "tt")) return null;
  const parents = PARENTS[tag];
  if (parents && !(place.parent && parents.includes(place.parent))) return null;
  if (place.isInLine && !PHRASING.has(tag)) return "span";
  return tag;
}

/** Wrappers for children that an element cannot contain. */
const HOLDERS: Partial<Record<ContentTag, ContentTag>> = {
  ul: "li",
  ol: "li",
  dl: "dd",
  table: "tbody",
  thead: "tr",
  tbody: "tr",
  tr: "td",
};

/** Wraps children that `tag` cannot contain, for example text between table rows, so that none of it is lost. */
export function fitChildren(tag: ContentTag, children: ContentNode[]): ContentNode[] {
  const allowed = CHILDREN[tag];
  const holder = HOLDERS[tag];
  if (!allowed || !holder) return children;
  const fitting: ContentNode[] = [];
  let held: ContentNode[] = [];
  const wrap = () => {
    if (held.some((child) => typeof child !== "string" || child.trim() !== ""))
      fitting.push({ tag: holder, children: fitChildren(holder, held) });
    held = [];
  };
  for (const child of children) {
    if (typeof child !== "string" && allowed.includes(child.tag)) {
      wrap();
      fitting.push(child);
    } else held.push(child);
  }
  wrap();
  return fitting;
}
