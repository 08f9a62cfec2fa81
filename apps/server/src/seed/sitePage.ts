import {
  cutText,
  type Locale,
  localeOfPath,
  SECTION_ATTRIBUTES,
  SEGMENT_LOCATION_ATTRIBUTE,
  SEGMENT_ROOT_ATTRIBUTE,
  TRACK_ATTRIBUTES,
} from "@marquee/contract";

/**
 * Data that measurement would report about a page, read from its document, so that demo data matches the actual
 * pages.
 */
export interface SitePage {
  path: string;
  locale: Locale;
  title: string;
  /** Page version; empty if it is not archived. */
  version: string;
  /** `data-segment-root` of its main part. */
  root: string;
  sections: PageSection[];
  /** First- and second-level headings of the main part. */
  headings: ClickTarget[];
  /** Links and buttons of the header, the main part and the footer. */
  actions: PageAction[];
}

/** The attributes of a section, by field. */
type PageSection = Partial<Record<keyof typeof SECTION_ATTRIBUTES, string>>;

/** Something to click. */
export interface ClickTarget {
  selector: string;
  /** Section that contains it; empty outside sections. */
  sectionId: string;
}

/** A link or button. */
export interface PageAction extends ClickTarget {
  root: string;
  parent: string;
  location: string;
  label: string;
  /** Where it leads to; empty for a button. */
  href: string;
  /** The overlay that it opens, with the reported location; null for none. */
  overlay: { name: string; location: string } | null;
  /** Tracking attributes without the event's name, by field; null if its clicks are not tracked. */
  tracking: Record<string, string> | null;
}

/** Parts of a document whose links and buttons are read. */
const LANDMARKS = ["header", "main", "footer"];
const UNKNOWN = "unknown";
/** As in `clicks.ts` of the measurement library. */
const LABEL_MAX_LENGTH = 100;
const TAG = /<(\/?)([a-z][a-z0-9-]*)((?:[\s/][^<>]*)?)>/g;
/** Elements whose content is not visible as text. */
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
    root: UNKNOWN,
    sections: [],
    headings: [],
    actions: [],
  };
  const open: OpenElement[] = [];
  for (const { 0: tag, 1: slash, 2: name = "", 3: rest = "", index } of body.matchAll(TAG)) {
    if (slash) {
      const at = open.findLastIndex((each) => each.name === name);
      if (at === -1) continue;
      const [closed] = open.splice(at);
      if (name === "h1" || name === "h2") addHeading(page, name, open);
      if (closed && (name === "a" || name === "button"))
        addAction(page, closed, open, textOf(body.slice(closed.from, index)));
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
  const [before = "", ...parts] = html.split(`<${name}`);
  const after = parts.map((part) => part.split(end).slice(1).join(end));
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

const landmarkAround = (around: OpenElement[]) => around.find(({ name }) => LANDMARKS.includes(name))?.name;
const sectionAround = (around: OpenElement[]) =>
  around.flatMap(({ attributes }) => attributes[SECTION_ATTRIBUTES.sectionId] ?? []).at(-1) ?? "";
const selectorIn = (sectionId: string, landmark: string, selector: string) =>
  `${sectionId ? `[${SECTION_ATTRIBUTES.sectionId}="${sectionId}"]` : landmark} ${selector}`;

function addHeading(page: SitePage, name: string, around: OpenElement[]): void {
  if (landmarkAround(around) !== "main") return;
  const sectionId = sectionAround(around);
  page.headings.push({ selector: selectorIn(sectionId, "main", name), sectionId });
}

/** Adds a link or button that visitors see. */
function addAction(page: SitePage, { name, attributes }: OpenElement, around: OpenElement[], label: string) {
  const landmark = landmarkAround(around);
  const isHidden = [...around, { attributes }].some((each) => "hidden" in each.attributes);
  if (!landmark || isHidden || label === "") return;
  const valuesOf = (attribute: string) => around.flatMap((each) => each.attributes[attribute] ?? []);
  const sectionId = sectionAround(around);
  const locations = valuesOf(SEGMENT_LOCATION_ATTRIBUTE);
  const root = valuesOf(SEGMENT_ROOT_ATTRIBUTE).at(-1) ?? page.root;
  const { href, "data-overlay": overlay, "data-overlay-location": openedAt = "nav" } = attributes;
  const fields = Object.entries(TRACK_ATTRIBUTES).filter(
    ([field, attribute]) => field !== "eventName" && attributes[attribute] !== undefined,
  );
  page.actions.push({
    selector: selectorIn(sectionId, landmark, href === undefined ? name : `[href="${href}"]`),
    sectionId,
    root,
    parent: locations.at(-2) ?? root,
    location: locations.at(-1) ?? (sectionId || UNKNOWN),
    label: cutText(label, LABEL_MAX_LENGTH),
    href: href ?? "",
    overlay: overlay === undefined ? null : { name: overlay, location: openedAt },
    tracking:
      TRACK_ATTRIBUTES.eventName in attributes
        ? Object.fromEntries(fields.map(([field, attribute]) => [field, attributes[attribute] ?? ""]))
        : null,
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
