import type { ContentNode, ContentTag } from "@marquee/contract";

/** Elements that may stand within a line of text. */
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
/** Elements that hold lines of text only: anything else inside would make a browser end them. */
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
/** Elements that mean something only inside these. */
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
/** Elements that hold nothing but these. */
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
  /** Inside an element that holds lines of text only. */
  isInLine: boolean;
  /** Inside a link or a tooltip's button: neither holds another. */
  isInControl: boolean;
  depth: number;
}

export const TOP: Place = { parent: null, isInLine: false, isInControl: false, depth: 0 };

/** The place of the children of `tag`, which itself stands at `place`. */
export function inside(tag: ContentTag, place: Place): Place {
  return {
    parent: tag,
    isInLine: place.isInLine || HOLDS_PHRASING.has(tag),
    isInControl: place.isInControl || tag === "a" || tag === "tt",
    depth: place.depth + 1,
  };
}

/**
 * What becomes of `tag` at `place`, so that a browser reads the document as the tree that was rendered: the element itself, a `span`
 * in its stead, or null for its children alone.
 */
export function fitTag(tag: ContentTag, place: Place): ContentTag | null {
  if (place.isInControl && (tag === "a" || tag === "tt")) return null;
  const parents = PARENTS[tag];
  if (parents && !(place.parent && parents.includes(place.parent))) return null;
  if (place.isInLine && !PHRASING.has(tag)) return "span";
  return tag;
}

/** Leaves out of `children` what `tag` cannot hold: text between rows, rows outside a table. */
export function fitChildren(tag: ContentTag, children: ContentNode[]): ContentNode[] {
  const allowed = CHILDREN[tag];
  if (!allowed) return children;
  return children.filter((child) => typeof child !== "string" && allowed.includes(child.tag));
}
