import { ARCHIVE_PATH, type ArchiveMoment, archiveAddress, archiveSrcset } from "@marquee/contract";
import { isFields, isNode, NODE, type RecordedNode } from "./recorded.types.ts";
import { openScheme, openSchemes } from "./schemeStyles.ts";
import { tameStyles } from "./tameStyles.ts";

/** Elements that run, embed, navigate or change what addresses mean; they stay as empty places. */
const REFUSED = new Set(["script", "base", "object", "embed", "applet", "frame", "frameset", "portal"]);
const LOADED = new Set(["src", "poster", "background", "xlink:href", "rr_dataurl"]);
/** Stands for the name of an element that is not known: it may be any. */
export const UNKNOWN_TAG = "";
/** A `href` of these is fetched; that of others is only followed. */
const FETCHING = new Set(["link", "image", "use", "feimage", UNKNOWN_TAG]);
/** The one thing that a `link` may be. All else that it can be opens connections, which no policy of a document prevents. */
const STYLESHEET = /^[\t\n\f\r ]*stylesheet[\t\n\f\r ]*$/i;
/** Where an address may begin within a source set, and names a host: browsers read `\` as `/` (URL, section 4.4). */
const ELSEWHERE = /(^|[^!-~]|,)([a-z][a-z0-9+.-]*:|[\\/]{2})/i;
const DROPPED = new Set(["srcdoc", "http-equiv"]);
/** On an element that a rule of the recorder's left out. */
export const BLOCKED_ATTRIBUTE = "data-replay-blocked";

/** Changes a recorded node, and all below it, so that it does nothing and loads only from the archive. */
export function tameNode(value: unknown, moment: ArchiveMoment): void {
  if (!isNode(value)) return;
  if (value.type === NODE.element) tameElement(value, moment);
  else if (value.isStyle && typeof value.textContent === "string")
    value.textContent = tameStyles(value.textContent, moment);
  for (const child of Array.isArray(value.childNodes) ? value.childNodes : []) tameNode(child, moment);
}

function tameElement(node: RecordedNode, moment: ArchiveMoment): void {
  const tagName = String(node.tagName);
  const name = tagName.toLowerCase();
  const attributes = isFields(node.attributes) ? node.attributes : {};
  // Names are compared in lower case; only SVG has others.
  node.tagName = REFUSED.has(name) ? "noscript" : tagName === tagName.toUpperCase() ? name : tagName;
  node.attributes = REFUSED.has(name) ? {} : tameAttributes(name, attributes, moment);
  if (name === "meta" && attributes.name === "color-scheme" && typeof attributes.content === "string")
    node.attributes.content = openSchemes(attributes.content);
  if ("rr_width" in attributes && node.childNodes?.length === 0) {
    if (!["img", "canvas", "video", "audio"].includes(name)) node.attributes[BLOCKED_ATTRIBUTE] = "";
  }
}

/** @param tagName in lower case. @returns the attributes that may stand, addresses leading to the archive. */
export function tameAttributes(
  tagName: string,
  attributes: Readonly<Record<string, unknown>>,
  moment: ArchiveMoment,
): Record<string, unknown> {
  const tamed: Record<string, unknown> = {};
  for (const [given, value] of Object.entries(attributes)) {
    const kept = tameAttribute(tagName, given.toLowerCase(), value, moment);
    if (kept !== undefined) tamed[given] = kept;
  }
  return tamed;
}

function tameAttribute(tagName: string, name: string, value: unknown, moment: ArchiveMoment): unknown {
  if (name.startsWith("on") || DROPPED.has(name)) return undefined;
  if (tagName === "iframe" && (name === "src" || name === "rr_src")) return undefined;
  if (name === "rel" && !isPlayedRel(tagName, value)) return undefined;
  if (name === "style" && isFields(value)) return tameStyle(value, moment);
  // A list would be written as what it holds.
  if (typeof value !== "string") return typeof value === "object" && value !== null ? undefined : value;
  if (name === "style" || name === "_csstext") return tameStyles(value, moment);
  if (name === "media") return openScheme(value);
  if (name === "srcset" || name === "imagesrcset") return tameSrcset(value, moment);
  if (LOADED.has(name) || (name === "href" && FETCHING.has(tagName))) return tameLoaded(value, moment);
  return name === "href" && !/^\s*(https?:|mailto:|tel:|[/#?]|$)/i.test(value) ? undefined : value;
}

/** A `link` without one does nothing. */
function isPlayedRel(tagName: string, value: unknown): boolean {
  const mayBeLink = tagName === "link" || tagName === UNKNOWN_TAG;
  return !mayBeLink || (typeof value === "string" && STYLESHEET.test(value));
}

/** What was drawn into the recording itself stays; what lies elsewhere is not fetched. */
function tameLoaded(address: string, moment: ArchiveMoment): string | undefined {
  if (/^(data:image\/|#)/i.test(address)) return address;
  const archived = archiveAddress(address, moment);
  return archived.startsWith(`${ARCHIVE_PATH}/`) ? archived : undefined;
}

function tameSrcset(srcset: string, moment: ArchiveMoment): string | undefined {
  const archived = archiveSrcset(srcset, moment);
  return ELSEWHERE.test(archived) ? undefined : archived;
}

/** Changes of single properties: a value, or a value with its priority. */
function tameStyle(value: Record<string, unknown>, moment: ArchiveMoment): unknown {
  const tame = (name: string) => (each: unknown) => {
    if (typeof each !== "string") return each;
    return name === "color-scheme" ? openSchemes(each) : tameStyles(each, moment);
  };
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      Array.isArray(each) ? each.map(tame(name)) : tame(name)(each),
    ]),
  );
}
