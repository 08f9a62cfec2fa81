import { ARCHIVE_PATH, type ArchiveMoment, archiveAddress, archiveSrcset } from "@marquee/contract";
import { markColorScheme, markColorSchemes } from "./colorScheme.ts";
import { isFields, isNode, NODE, type RecordedNode } from "./recorded.types.ts";
import { sanitizeSplitStyleSheet, sanitizeStyleSheet, sanitizeStyles } from "./sanitizeStyles.ts";
import { holdsStyles, localNameOf, UNKNOWN_TAG } from "./tagNames.ts";

/** Elements that run, embed, navigate or change the base URL. They are replaced by empty elements. */
const REFUSED = new Set(["script", "base", "object", "embed", "applet", "frame", "frameset", "portal"]);
/** Attributes with URLs to fetch, in current or older browsers. */
const LOADED = new Set([
  "src",
  "poster",
  "background",
  "xlink:href",
  "rr_dataurl",
  "lowsrc",
  "dynsrc",
  "data",
  "icon",
  "code",
  "codebase",
  "classid",
  "altimg",
]);
/** Elements whose `href` is only followed. For others, it is fetched. */
const FOLLOWED = new Set(["a", "area"]);
/** SVG attributes with CSS values that may contain URLs (SVG 2, section 6.6). */
const STYLED = new Set([
  "clip-path",
  "cursor",
  "fill",
  "filter",
  "marker",
  "marker-start",
  "marker-mid",
  "marker-end",
  "mask",
  "stroke",
]);
/** Values that SVG animations write into another attribute. */
const ANIMATED = new Set(["from", "to", "by", "values"]);
/** The only allowed `rel` of a `link`. Others can open connections, which no content security policy prevents. */
const STYLESHEET = /^[\t\n\f\r ]*stylesheet[\t\n\f\r ]*$/i;
/** Start of a URL with a host in a `srcset`. Browsers read `\` as `/` (URL, section 4.4). */
const ELSEWHERE = /(^|[^!-~]|,)([a-z][a-z0-9+.-]*:|[\\/]{2})/i;
/** Attributes that act, send requests or change the base URL. */
const DROPPED = new Set([
  "srcdoc",
  "http-equiv",
  "ping",
  "action",
  "formaction",
  "attributionsrc",
  "manifest",
  "xml:base",
  "rr_src",
]);
/**
 * Elements whose name or ID becomes a property of their document or form, hiding its built-in property of that name (HTML, sections 3.1.7 and
 * 4.10.3).
 */
const NAMED = new Set([
  "form",
  "img",
  "iframe",
  "input",
  "button",
  "select",
  "textarea",
  "fieldset",
  "output",
  UNKNOWN_TAG,
]);
/** Objects whose properties the replayer needs to rebuild a page. Tests have no document. */
const NEEDED = typeof Document === "undefined" ? [] : [Document.prototype, Element.prototype];
/** Marks an element that a recording rule blocked. */
export const BLOCKED_ATTRIBUTE = "data-replay-blocked";

/**
 * Sanitizes a recorded node and its descendants, so that they run nothing and load only from the archive.
 * @param parent local name of the parent element.
 */
export function sanitizeNode(value: unknown, moment: ArchiveMoment, parent: string = UNKNOWN_TAG): void {
  if (!isNode(value)) return;
  const { type, childNodes } = value;
  if (type === NODE.element) sanitizeElement(value, moment);
  if (type === NODE.text || type === NODE.cdata)
    value.textContent = sanitizeText(value.textContent, value.isStyle === true ? "style" : parent, moment);
  const name = type === NODE.element ? localNameOf(value.tagName) : "#document";
  for (const child of Array.isArray(childNodes) ? childNodes : []) sanitizeNode(child, moment, name);
}

/**
 * Sanitizes a text if it is, or may be, part of a style sheet.
 * @param parent local name of the parent element.
 */
export function sanitizeText(text: unknown, parent: string, moment: ArchiveMoment): string {
  // Browsers convert arrays and objects to strings.
  if (typeof text !== "string") return "";
  // CSS that fetches anything contains one of these characters, which are rare in other text.
  const mayBeSheet = parent === UNKNOWN_TAG && /[{@]/.test(text);
  return holdsStyles(parent) || mayBeSheet ? sanitizeStyleSheet(text, moment) : text;
}

function sanitizeElement(node: RecordedNode, moment: ArchiveMoment): void {
  const tagName = String(node.tagName);
  const name = localNameOf(tagName);
  const attributes = isFields(node.attributes) ? node.attributes : {};
  // Names are compared in lowercase. Only SVG has mixed-case names.
  node.tagName = REFUSED.has(name)
    ? "noscript"
    : tagName === tagName.toUpperCase()
      ? tagName.toLowerCase()
      : tagName;
  node.attributes = REFUSED.has(name) ? {} : sanitizeAttributes(name, attributes, moment);
  if (name === "meta" && attributes.name === "color-scheme" && typeof attributes.content === "string")
    node.attributes.content = markColorSchemes(attributes.content);
  if ("rr_width" in attributes && node.childNodes?.length === 0) {
    if (!["img", "canvas", "video", "audio"].includes(name)) node.attributes[BLOCKED_ATTRIBUTE] = "";
  }
}

/**
 * The allowed attributes, with URLs that point to the archive.
 * @param tagName in lowercase.
 */
export function sanitizeAttributes(
  tagName: string,
  attributes: Readonly<Record<string, unknown>>,
  moment: ArchiveMoment,
): Record<string, unknown> {
  const sanitized: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const safeValue = sanitizeAttribute(tagName, name.toLowerCase(), value, moment);
    if (safeValue !== undefined) sanitized[name] = safeValue;
  }
  return sanitized;
}

function sanitizeAttribute(tagName: string, name: string, value: unknown, moment: ArchiveMoment): unknown {
  if (name.startsWith("on") || DROPPED.has(name)) return undefined;
  if (tagName === "iframe" && name === "src") return undefined;
  if (
    (name === "name" || name === "id") &&
    NAMED.has(tagName) &&
    NEEDED.some((needed) => String(value) in needed)
  )
    return undefined;
  // The recording says when it closes.
  if (name === "popover") return "manual";
  if (name === "rel" && !isPlayedRel(tagName, value)) return undefined;
  if (name === "style" && isFields(value)) return sanitizeStyle(value, moment);
  // Browsers would convert an array to a string.
  if (typeof value !== "string") return typeof value === "object" && value !== null ? undefined : value;
  if (name === "_csstext") return sanitizeSplitStyleSheet(value, moment);
  if (name === "style" || STYLED.has(name))
    return sanitizeStyles(value, moment, name === "style" ? null : name);
  if (ANIMATED.has(name)) return isLocal(value, moment) ? value : undefined;
  if (name === "media") return markColorScheme(value);
  if (name === "srcset" || name === "imagesrcset") return sanitizeSrcset(value, moment);
  if (name === "href" && !FOLLOWED.has(tagName)) {
    // As a style sheet, a data URL could import further URLs.
    const mayBeSheet = tagName === "link" || tagName === UNKNOWN_TAG;
    return mayBeSheet && /^data:/i.test(value) ? undefined : sanitizeResourceUrl(value, moment);
  }
  if (LOADED.has(name)) return sanitizeResourceUrl(value, moment);
  return name === "href" && !/^\s*(https?:|mailto:|tel:|[/#?]|$)/i.test(value) ? undefined : value;
}

/** Whether the attribute may stay. A `link` without `rel` does nothing. */
function isPlayedRel(tagName: string, value: unknown): boolean {
  const mayBeLink = tagName === "link" || tagName === UNKNOWN_TAG;
  return !mayBeLink || (typeof value === "string" && STYLESHEET.test(value));
}

/** Keeps images in data URLs and fragments; points other URLs to the archive, or drops them. */
function sanitizeResourceUrl(address: string, moment: ArchiveMoment): string | undefined {
  if (/^(data:image\/|#)/i.test(address)) return address;
  return isArchived(address, moment) ? archiveAddress(address, moment) : undefined;
}

function isArchived(address: string, moment: ArchiveMoment): boolean {
  return archiveAddress(address, moment).startsWith(`${ARCHIVE_PATH}/`);
}

/** Whether an animation's values name no host, both as CSS and as URLs. */
function isLocal(values: string, moment: ArchiveMoment): boolean {
  return values
    .split(";")
    .every((each) => sanitizeStyles(each, moment) === each && !/^\s*([a-z][a-z\d+.-]*:|[\\/])/i.test(each));
}

function sanitizeSrcset(srcset: string, moment: ArchiveMoment): string | undefined {
  const archived = archiveSrcset(srcset, moment);
  return ELSEWHERE.test(archived) ? undefined : archived;
}

/** A change of individual properties: each a value, or a value with its priority. */
function sanitizeStyle(value: Record<string, unknown>, moment: ArchiveMoment): unknown {
  const sanitize = (name: string) => (each: unknown) => {
    // Browsers convert arrays and objects to strings.
    if (typeof each !== "string") return typeof each === "object" && each !== null ? "" : each;
    return name === "color-scheme"
      ? markColorSchemes(each)
      : sanitizeStyles(each, moment, name.toLowerCase());
  };
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      Array.isArray(each) ? each.map(sanitize(name)) : sanitize(name)(each),
    ]),
  );
}
