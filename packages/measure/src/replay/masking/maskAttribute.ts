import type { FilterAddress } from "../../privacy/filterAddress.ts";
import { dropCustomProperties, filterStyle, maskText, maskTypedValue, type Visibility } from "./maskText.ts";

export interface TextMasking {
  filterAddress: FilterAddress;
  /** Hides what visitors have entered where the page shows it again. */
  hideTyped: (text: string) => string;
}

/** The context of an attribute. */
export interface AttributePlace {
  /** Lower case. */
  tagName: string;
  isSvg: boolean;
  /** The attribute, if there is any. */
  role?: string;
  visibility: Visibility;
}

/** Elements whose `value` is the page's own. */
const AUTHORED_VALUE = new Set(["option", "li", "meter", "progress", "param", "data"]);
/** What visitors have chosen; code; and whole documents, which are recorded on their own. */
const DROPPED = /^(?:(?:aria-)?checked|selected|srcdoc|on.+)$/i;
/** Fields, of the browser or of the page's own making, and what tells their value again. */
const FIELD = /^(?:input|textarea|select|.[^-]*-.+)$/;
const VALUE_AGAIN = /^aria-value(?:now|text)$/i;
const ADDRESS = /^(?:(?:xlink:)?href|(?:rr_)?src|action|formaction|poster|data|cite|background|ping)$/i;
/** These describe appearance or behavior, not content. */
const STRUCTURAL =
  /^(?:rr_.+|_cssText|class|id|style|type|rel|media|sizes|width|height|dir|lang|role|for|hidden|open|disabled|multiple|colspan|rowspan|span|start|size|rows|cols|tabindex|slot|part|is|kind|loading|decoding|xmlns.*|contenteditable|controls|loop|muted|data-rr-is-password)$/;
/** Values that are not visitor text. */
const STATE = /^(?:true|false|mixed|page|step)$/;
/** Attributes of drawings that hold words. */
const WORDS = /^(?:aria-|data-|title|alt)/i;
/** Longer ones are pictures that somebody chose rather than icons of the page. */
const MAX_DATA_URL = 10_000;

/** @returns the value as it may be sent, or undefined where the attribute may not. */
export function maskAttribute(
  name: string,
  value: string,
  place: AttributePlace,
  { filterAddress, hideTyped }: TextMasking,
): string | undefined {
  const { tagName, isSvg, visibility, role } = place;
  if (DROPPED.test(name)) return undefined;
  // Which tab is open is the page's; what else can be selected is a choice.
  if (name === "aria-selected" && role !== "tab") return undefined;
  if (name === "value" && !AUTHORED_VALUE.has(tagName)) return maskTypedValue(value);
  if (VALUE_AGAIN.test(name) && FIELD.test(tagName)) return maskTypedValue(value);
  if (name === "srcset") return visibility === "entry" ? undefined : maskSourceSet(value, filterAddress);
  if (ADDRESS.test(name)) return maskAddress(value, visibility, filterAddress);
  const isKept = STRUCTURAL.test(name) || STATE.test(value) || (isSvg && !WORDS.test(name));
  if (!isKept) return hideTyped(maskText(value, visibility));
  return filterStyle(
    name === "style" && mayLeakByStyle(place) ? dropCustomProperties(value) : value,
    filterAddress,
  );
}

/** Whether custom properties may reveal what a visitor typed or selected. */
export function mayLeakByStyle({ tagName, visibility }: AttributePlace): boolean {
  return visibility === "entry" || /^(?:input|textarea|select)$/.test(tagName);
}

/**
 * URLs in typed values are always masked. If text is masked too, only URLs the page needs to render are kept.
 */
function maskAddress(
  value: string,
  visibility: Visibility,
  filterAddress: FilterAddress,
): string | undefined {
  const scheme = /^\s*([a-z][a-z\d+.-]*):/i.exec(value)?.[1]?.toLowerCase() ?? "https";
  if (visibility === "entry" || scheme === "javascript") return undefined;
  if (scheme === "data") return value.length > MAX_DATA_URL ? undefined : value;
  if (scheme === "https" || scheme === "http") return filterAddress(value);
  return visibility === "hidden" ? undefined : filterAddress(value);
}

function maskSourceSet(value: string, filterAddress: FilterAddress): string {
  return value.replace(/[^\s,]\S*[^\s,]/g, (part) =>
    /^[\d.]+[wx]$/.test(part) ? part : filterAddress(part),
  );
}
