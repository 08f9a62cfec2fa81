import {
  cutText,
  type Locale,
  localeOfPath,
  SECTION_ATTRIBUTES,
  SEGMENT_LOCATION_ATTRIBUTE,
  SEGMENT_ROOT_ATTRIBUTE,
  TRACK_ATTRIBUTES,
} from "@marquee/contract";

/** What measurement would report of a page, read from its document: so demo data is of the pages as they are. */
export interface SitePage {
  path: string;
  locale: Locale;
  title: string;
  /** Page version; empty if it is not archived. */
  version: string;
  /** `data-segment-root` of its main part. */
  root: string;
  sections: PageSection[];
  /** Tracked elements in sections. */
  actions: PageAction[];
}

/** The attributes of a section, by field. */
type PageSection = Partial<Record<keyof typeof SECTION_ATTRIBUTES, string>>;

/** A link or button whose clicks are tracked. */
export interface PageAction {
  sectionId: string;
  parent: string;
  location: string;
  label: string;
  /** Path that it leads to, without a fragment; empty for a button. */
  href: string;
  /** Where the overlay that it opens says it was opened; null if it opens none. */
  overlay: string | null;
  /** Tracking attributes without the event's name, by field. */
  tracking: Record<string, string>;
}

/** As in `clicks.ts` of the measurement library. */
const LABEL_MAX_LENGTH = 100;
const TAG = /<(\/?)([a-z][a-z0-9-]*)((?:[\s/][^<>]*)?)>/g;
/** Elements whose content nobody sees as text. */
const UNREAD = ["script", "style", "svg", "noscript", "template"];
const ATTRIBUTE = /([a-z][\w-]*)(?:="([^"]*)")?/g;
/** Without content, so without an end tag. */
const VOID = new Set(
  "area base br col embed hr img input link meta source track wbr path circle rect line".split(" "),
);
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

type Attributes = Record<string, string>;

interface OpenElement {
  name: string;
  attributes: Attributes;
  /** Where its content starts. */
  from: number;
}

/**
 * Reads a document of the site. Expects React's markup: double quotes, escaped `>`, every element closed.
 * @param version of the document.
 */
export function readSitePage(html: string, path: string, version: string): SitePage {
  const body = UNREAD.reduce(withoutElements, html);
  const page: SitePage = {
    path,
    locale: localeOfPath(path),
    title: decode(/<title>([^<]*)/.exec(html)?.[1] ?? ""),
    version,
    root: "unknown",
    sections: [],
    actions: [],
  };
  const open: OpenElement[] = [];
  for (const { 0: tag, 1: slash, 2: name = "", 3: rest = "", index } of body.matchAll(TAG)) {
    if (slash) {
      const at = open.findLastIndex((each) => each.name === name);
      if (at === -1) continue;
      const [closed] = open.splice(at);
      if (closed) addAction(page, closed, open, textOf(body.slice(closed.from, index)));
      continue;
    }
    const attributes = readAttributes(rest);
    if (name === "main") page.root = attributes[SEGMENT_ROOT_ATTRIBUTE] ?? page.root;
    if (SECTION_ATTRIBUTES.sectionModelName in attributes) page.sections.push(readSection(attributes));
    if (!VOID.has(name) && !rest.endsWith("/")) open.push({ name, attributes, from: index + tag.length });
  }
  return page;
}

/** Removes elements of a name with their content. They do not contain each other. */
function withoutElements(html: string, name: string): string {
  const end = `</${name}>`;
  const [before = "", ...others] = html.split(`<${name}`);
  const after = others.map((part) => part.split(end).slice(1).join(end));
  return [before, ...after].join("");
}

function readAttributes(text: string): Attributes {
  return Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = "", value = ""]) => [name, decode(value)]),
  );
}

function readSection(attributes: Attributes): PageSection {
  const fields = Object.entries(SECTION_ATTRIBUTES).map(([field, name]) => [field, attributes[name]]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** Adds a tracked element of a section. Elements elsewhere are the same on every page. */
function addAction(page: SitePage, { attributes }: OpenElement, around: OpenElement[], label: string): void {
  if (!(TRACK_ATTRIBUTES.eventName in attributes) || "hidden" in attributes) return;
  const valuesOf = (name: string) => around.flatMap((each) => each.attributes[name] ?? []);
  const sectionId = valuesOf(SECTION_ATTRIBUTES.sectionId).at(-1);
  const locations = valuesOf(SEGMENT_LOCATION_ATTRIBUTE);
  if (sectionId === undefined || label === "") return;
  const fields = Object.entries(TRACK_ATTRIBUTES).filter(
    ([field, name]) => field !== "eventName" && attributes[name] !== undefined,
  );
  page.actions.push({
    sectionId,
    parent: locations.at(-2) ?? page.root,
    location: locations.at(-1) ?? sectionId,
    label: cutText(label, LABEL_MAX_LENGTH),
    href: (attributes.href ?? "").replace(/#.*/, ""),
    overlay: attributes["data-overlay-location"] ?? null,
    tracking: Object.fromEntries(fields.map(([field, name]) => [field, attributes[name] ?? ""])),
  });
}

function textOf(html: string): string {
  return decode(html.replace(/<[^<>]*>/g, ""))
    .replace(/\s+/g, " ")
    .trim();
}

function decode(text: string): string {
  return text.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
