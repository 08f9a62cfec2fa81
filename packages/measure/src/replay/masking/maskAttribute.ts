import type { FilterAddress } from "../../privacy/filterAddress.ts";
import { dropCustomProperties, filterStyle, maskText, maskTypedValue, type Visibility } from "./maskText.ts";

export interface TextMasking {
  filterAddress: FilterAddress;
  /** Masks typed values where the page displays them. */
  maskTypedText: (text: string) => string;
}

/** The element that an attribute or text belongs to. */
export interface AttributePlace {
  /** In lowercase. */
  tagName: string;
  isSvg: boolean;
  /** Value of the `role` attribute. */
  role?: string;
  /** Of an `input`: value of the `type` attribute. */
  type?: string;
  visibility: Visibility;
}

/** Elements whose `value` is set by the page, not typed by the visitor. */
const AUTHORED_VALUE = new Set(["option", "li", "meter", "progress", "param", "data"]);
/** Types of inputs that visitors press. Their value is their label. */
const BUTTON = /^(?:submit|reset|button)$/i;
/** Attributes that are never recorded: choices of the visitor, code, and inline documents, which are recorded separately. */
const DROPPED = /^(?:(?:aria-)?checked|selected|srcdoc|on.+)$/i;
/** Native fields and custom elements. {@link VALUE_AGAIN} matches the attributes that repeat their value. */
const FIELD = /^(?:input|textarea|select|.[^-]*-.+)$/;
const VALUE_AGAIN = /^aria-value(?:now|text)$/i;
const ADDRESS = /^(?:(?:xlink:)?href|(?:rr_)?src|action|formaction|poster|data|cite|background|ping)$/i;
/** These describe appearance or behavior, not content. */
const STRUCTURAL =
  /^(?:rr_.+|_cssText|class|id|style|type|rel|media|sizes|width|height|dir|lang|role|for|hidden|open|popover|disabled|multiple|colspan|rowspan|span|start|size|rows|cols|tabindex|slot|part|is|kind|loading|decoding|xmlns.*|contenteditable|controls|loop|muted|data-rr-is-password)$/;
/** Values that are not visitor text. */
const STATE = /^(?:true|false|mixed|page|step)$/;
/** Attributes of SVG elements that hold text. */
const WORDS = /^(?:aria-|data-|title|alt)/i;
/** In characters. A longer data URL is probably an image that the visitor chose, not an icon of the page. */
const MAX_DATA_URL_LENGTH = 10_000;

/** Masks an attribute. @returns the value to record, or undefined if the attribute must be dropped */
export function maskAttribute(
  name: string,
  value: string,
  place: AttributePlace,
  { filterAddress, maskTypedText }: TextMasking,
): string | undefined {
  const { tagName, isSvg, visibility, role, type = "" } = place;
  if (DROPPED.test(name)) return undefined;
  // The selected tab is part of the page; any other selection is the visitor's choice.
  if (name === "aria-selected" && role !== "tab") return undefined;
  const isLabel = AUTHORED_VALUE.has(tagName) || (tagName === "input" && BUTTON.test(type));
  if (name === "value" && !isLabel) return maskTypedValue(value);
  if (VALUE_AGAIN.test(name) && FIELD.test(tagName)) return maskTypedValue(value);
  if (name === "srcset") return visibility === "entry" ? undefined : maskSourceSet(value, filterAddress);
  if (ADDRESS.test(name)) return maskAddress(value, visibility, filterAddress);
  const isKept = STRUCTURAL.test(name) || STATE.test(value) || (isSvg && !WORDS.test(name));
  if (!isKept) return maskTypedText(maskText(value, visibility));
  return filterStyle(
    name === "style" && mayLeakByStyle(place) ? dropCustomProperties(value) : value,
    filterAddress,
  );
}

/** Whether custom properties of the element's style may reveal what a visitor typed or selected. */
export function mayLeakByStyle({ tagName, visibility }: AttributePlace): boolean {
  return visibility === "entry" || /^(?:input|textarea|select)$/.test(tagName);
}

/**
 * Drops URLs inside typed content, `javascript:` URLs and long data URLs. If text is hidden, keeps only http, https and data URLs, which the
 * page needs to render; others, such as `mailto:`, may hold text.
 */
function maskAddress(
  value: string,
  visibility: Visibility,
  filterAddress: FilterAddress,
): string | undefined {
  const scheme = /^\s*([a-z][a-z\d+.-]*):/i.exec(value)?.[1]?.toLowerCase() ?? "https";
  if (visibility === "entry" || scheme === "javascript") return undefined;
  if (scheme === "data") return value.length > MAX_DATA_URL_LENGTH ? undefined : value;
  if (scheme === "https" || scheme === "http") return filterAddress(value);
  return visibility === "hidden" ? undefined : filterAddress(value);
}

function maskSourceSet(value: string, filterAddress: FilterAddress): string {
  return value.replace(/[^\s,]\S*[^\s,]/g, (part) =>
    /^[\d.]+[wx]$/.test(part) ? part : filterAddress(part),
  );
}
