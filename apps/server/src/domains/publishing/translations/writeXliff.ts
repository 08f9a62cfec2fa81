import { createHash } from "node:crypto";
import { DEFAULT_LOCALE, type Locale, MAX_ALT_LENGTH, parseItemKey } from "@marquee/contract";
import { escapeMarkup, escapeXml, NOT_IN_XML } from "../../../platform/markup.ts";
import { fieldTitle, itemTitle } from "../../content/fieldNames.ts";
import { splitProtected } from "./protectedParts.ts";
import type { StatedText } from "./translationStates.ts";

export const XLIFF_NAMESPACE = "urn:oasis:names:tc:xliff:document:2.0";
/** Empty lines between the paragraphs of markdown, which are segments of one unit. */
const BETWEEN_PARAGRAPHS = /(\n{2,})/;

/**
 * Texts and their translations as XLIFF 2.0: a file for each item, a unit for each text, segments for paragraphs of markdown. Placeholders, and code, tags and addresses in
 * markdown, are `<ph>` elements, so that translators can't change them.
 */
export function writeXliff(texts: readonly StatedText[], locale: Locale): string {
  const items = [...new Set(texts.map(({ item }) => item))];
  const files = items.map((item) =>
    fileOf(
      item,
      texts.filter((text) => text.item === item),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="${XLIFF_NAMESPACE}" version="2.0" srcLang="${DEFAULT_LOCALE}" trgLang="${locale}">
${files.join("")}</xliff>
`;
}

/** ID of a file or unit: tools keep it, and XML allows it. */
export function xliffId(address: string): string {
  return `u${createHash("sha256").update(address).digest("hex").slice(0, 16)}`;
}

/** Whether a text is markdown, in which more than placeholders are protected. */
export function isMarkdown({ item, pointer }: { item: string; pointer: string }): boolean {
  return pointer === "/markdown" && parseItemKey(item)?.kind === "page";
}

function fileOf(item: string, texts: readonly StatedText[]): string {
  const title = escapeXml(itemTitle(item));
  return ` <file id="${xliffId(item)}" original="${escapeXml(item)}" xml:space="preserve">
  <notes><note>${title}</note></notes>
${texts.map(unitOf).join("")} </file>
`;
}

function unitOf(unit: StatedText): string {
  const { item, pointer, source, text, state } = unit;
  const placeholders = createPlaceholders();
  const sources = isMarkdown(unit) ? source.split(BETWEEN_PARAGRAPHS) : [source];
  const targets = text === null ? [] : isMarkdown(unit) ? text.split(BETWEEN_PARAGRAPHS) : [text];
  // Paragraphs correspond to each other, or the text is one segment.
  const areParallel =
    targets.length === 0 ||
    (targets.length === sources.length &&
      sources.every((each, index) => index % 2 === 0 || targets[index] === each));
  const parts = areParallel
    ? sources.map((each, index) => ({ from: each, to: targets[index] }))
    : [{ from: source, to: text ?? "" }];
  const isOpen = state === "missing" || state === "outdated";
  const attributes = isOpen
    ? ` state="initial"${state === "outdated" ? ' subState="marquee:outdated"' : ""}`
    : ' state="translated"';
  const segments = parts.map(({ from, to }, index) => {
    const target =
      to !== undefined && (text ?? "") !== ""
        ? `<target>${placeholders.inline(unit, to, "target")}</target>`
        : "";
    const content = `<source>${placeholders.inline(unit, from, "source")}</source>${target}`;
    if (areParallel && index % 2 === 1) return `   <ignorable>${content}</ignorable>\n`;
    return `   <segment${attributes}>${content}</segment>\n`;
  });
  const notes = [fieldTitle(item, pointer), ...limitsOf(unit)].map(
    (note) => `<note>${escapeXml(note)}</note>`,
  );
  return `  <unit id="${xliffId(`${item} ${pointer}`)}" name="${escapeXml(pointer)}">
   <notes>${notes.join("")}</notes>
${placeholders.data()}${segments.join("")}  </unit>
`;
}

function limitsOf(unit: StatedText): string[] {
  const isAlternative = parseItemKey(unit.item)?.kind === "image";
  return [
    ...(unit.state === "outdated" ? ["The English text has changed since this translation."] : []),
    ...(isAlternative ? [`At most ${MAX_ALT_LENGTH} characters.`] : []),
    ...(isMarkdown(unit) ? ["Markdown: keep its signs, such as # and **."] : []),
  ];
}

/** Numbers the protected parts of a unit. The same part has the same ID in source and target. */
function createPlaceholders() {
  const ids = new Map<string, string>();
  const data = new Map<string, string>();
  const counts = { source: new Map<string, number>(), target: new Map<string, number>() };
  const element = (part: string, side: "source" | "target") => {
    const count = (counts[side].get(part) ?? 0) + 1;
    counts[side].set(part, count);
    const place = `${count} ${part}`;
    if (!ids.has(place)) ids.set(place, String(ids.size + 1));
    if (!data.has(part)) data.set(part, `d${data.size + 1}`);
    return `<ph id="${ids.get(place)}" dataRef="${data.get(part)}" equiv="${escapeAttribute(part)}" canDelete="no"/>`;
  };
  return {
    inline: (unit: StatedText, text: string, side: "source" | "target") =>
      splitProtected(text, isMarkdown(unit))
        .map((part) =>
          "protectedPart" in part ? element(part.protectedPart, side) : escapeInline(part.words),
        )
        .join(""),
    data: () => {
      const entries = [...data].map(([part, id]) => `<data id="${id}">${escapeInline(part)}</data>`);
      return entries.length > 0 ? `   <originalData>${entries.join("")}</originalData>\n` : "";
    },
  };
}

/** Attributes lose line ends and tabs. */
function escapeAttribute(text: string): string {
  return escapeXml(text).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
}

function escapeInline(text: string): string {
  return escapeMarkup(text).replace(
    NOT_IN_XML,
    (character) => `<cp hex="${character.charCodeAt(0).toString(16).padStart(4, "0")}"/>`,
  );
}
