import { DEFAULT_LOCALE, LOCALES, type Locale, languageOf } from "@marquee/contract";
import { MAX_XLIFF_BYTES } from "@marquee/contract/schema";
import { parseXml, XmlElement, XmlError, type XmlNode, XmlText } from "@rgrove/parse-xml";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { XLIFF_NAMESPACE } from "./writeXliff.ts";

/** A unit of an XLIFF file. */
export interface XliffUnit {
  /** Line of the unit. */
  line: number;
  id: string;
  /** From the unit: the pointer of the text. */
  name: string;
  /** From the unit's file element: the key of the item. */
  original: string;
  source: string;
  /** Null without a translation. */
  target: string | null;
  /** Whether it is still untranslated, because a target may be a copy of the source. */
  isInitial: boolean;
  /** Why the unit can't be read, and how to fix it. */
  problem?: string;
}

export interface XliffFile {
  locale: Locale;
  units: XliffUnit[];
}

/** Maximum nesting of elements. Files of translation tools have about ten levels. */
const MAX_DEPTH = 100;
const TOO_DEEP = "The file is nested too deeply.";

/** Notes and marks within a text, which are not part of it. */
const TRANSPARENT: ReadonlySet<string> = new Set(["mrk"]);
const IGNORED: ReadonlySet<string> = new Set(["sm", "em"]);

/**
 * Reads an XLIFF 2.0 file. Document types and entities are rejected, so a file can neither include others nor expand in
 * memory.
 * @throws {ApiError} bad_request if it is not such a file, or not a translation from English into a language of the site.
 */
export function readXliff(body: Buffer): XliffFile {
  const text = decode(body);
  const root = parse(text);
  const lineAt = createLines(text);
  const { version, srcLang, trgLang } = root.attributes;
  if (root.name !== "xliff") throw refuse(`This is not an XLIFF file: its root is <${root.name}>.`);
  if (root.attributes.xmlns !== XLIFF_NAMESPACE || version !== "2.0")
    throw refuse(
      `This is XLIFF ${version ?? "of an unknown version"}. Only XLIFF 2.0 can be imported. Choose that version when you save it.`,
    );
  if (languageOf(srcLang ?? "") !== DEFAULT_LOCALE)
    throw refuse(`The file translates from ${srcLang ?? "no language"}. srcLang must be ${DEFAULT_LOCALE}.`);
  const locale = localeOf(trgLang ?? "");
  if (locale === null)
    throw refuse(
      `The file translates into ${trgLang ?? "no language"}. trgLang must be one of ${LOCALES.slice(1).join(", ")}.`,
    );
  const units: XliffUnit[] = [];
  for (const file of childrenNamed(root, "file")) {
    const original = file.attributes.original ?? "";
    const visit = (parent: XmlElement) => {
      for (const child of elements(parent)) {
        if (child.name === "group") visit(child);
        if (child.name === "unit") units.push({ ...readUnit(child), line: lineAt(child.start), original });
      }
    };
    visit(file);
  }
  return { locale, units };
}

function decode(body: Buffer): string {
  if (body.length > MAX_XLIFF_BYTES)
    throw refuse(`The file is larger than ${MAX_XLIFF_BYTES / 1024 ** 2} MB. Export fewer texts.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw refuse("The file is not in UTF-8. Save it in this encoding.");
  }
}

function parse(text: string): XmlElement {
  // Checked before parsing. In texts, < is escaped.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw refuse("The file has a document type or entities, which are not accepted. Export it without them.");
  try {
    const { root } = parseXml(text, { includeOffsets: true });
    if (root && isTooDeep(root)) throw refuse(TOO_DEEP);
    if (root) return root;
  } catch (error) {
    if (error instanceof XmlError) throw refuse(`The file is not valid XML: ${firstLine(error.message)}`);
    // Elements nested deeper than the parser's stack.
    if (error instanceof RangeError) throw refuse(TOO_DEEP);
    throw error;
  }
  throw refuse("The file is empty.");
}

/** Checks level by level, because later code recurses into elements. */
function isTooDeep(root: XmlElement): boolean {
  let level = [root];
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    level = level.flatMap(elements);
    if (level.length === 0) return false;
  }
  return true;
}

function firstLine(message: string): string {
  return message.split("\n", 1)[0] ?? message;
}

/** The site's language for a file's language: the same, or equal without region if either has none. */
function localeOf(language: string): Locale | null {
  const wanted = language.toLowerCase();
  const translations = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);
  const isClose = (locale: Locale) =>
    wanted === languageOf(locale) || (locale === languageOf(locale) && locale === languageOf(wanted));
  return translations.find((locale) => locale.toLowerCase() === wanted) ?? translations.find(isClose) ?? null;
}

function readUnit(unit: XmlElement): Omit<XliffUnit, "line" | "original"> {
  const { id = "", name = "" } = unit.attributes;
  const parts = elements(unit).filter((each) => each.name === "segment" || each.name === "ignorable");
  const segments = parts.filter((each) => each.name === "segment");
  const unitFields = {
    id,
    name,
    isInitial: segments.every(({ attributes }) => (attributes.state ?? "initial") === "initial"),
  };
  try {
    const read = createInlineReader(unit);
    const source = parts.map((part) => read(childrenNamed(part, "source")[0])).join("");
    const translated = segments.filter((part) => childrenNamed(part, "target").length > 0);
    if (translated.length === 0) return { ...unitFields, source, target: null };
    if (translated.length < segments.length) {
      const problem = `${translated.length} of ${segments.length} segments have a translation. Translate the others too.`;
      return { ...unitFields, source, target: null, problem };
    }
    if (translated.some((part) => childrenNamed(part, "target")[0]?.attributes.order !== undefined))
      throw new InlineError("The segments are in a different order. Keep the order of the English text.");
    const target = parts
      .map((part) => read(childrenNamed(part, "target")[0] ?? childrenNamed(part, "source")[0]))
      .join("");
    return { ...unitFields, source, target };
  } catch (error) {
    if (!(error instanceof InlineError)) throw error;
    return { ...unitFields, source: "", target: null, problem: error.message };
  }
}

class InlineError extends Error {
  override name = "InlineError";
}

/** Reads the text of a source or target, with the values of its placeholders. */
function createInlineReader(unit: XmlElement): (element: XmlElement | undefined) => string {
  const data = new Map<string, string>();
  const byId = new Map<string, string>();
  const textOf = (nodes: readonly XmlNode[]): string => nodes.map(read).join("");
  const read = (node: XmlNode): string => {
    if (node instanceof XmlText) return node.text;
    if (!(node instanceof XmlElement) || IGNORED.has(node.name)) return "";
    if (node.name === "cp") return characterOf(node.attributes.hex ?? "");
    if (node.name === "ph") return placeholderOf(node);
    if (TRANSPARENT.has(node.name)) return textOf(node.children);
    throw new InlineError(`<${node.name}> can't be used in this text. Write the text without it.`);
  };
  const placeholderOf = ({ attributes: { id = "", dataRef = "" } }: XmlElement): string => {
    const placeholder = data.get(dataRef) ?? byId.get(id);
    if (placeholder === undefined)
      throw new InlineError(
        `The placeholder ${id || "without an ID"} stands for nothing. Copy it from the English text.`,
      );
    byId.set(id, placeholder);
    return placeholder;
  };
  for (const list of childrenNamed(unit, "originalData"))
    for (const { attributes, children } of childrenNamed(list, "data"))
      data.set(attributes.id ?? "", textOf(children));
  return (element) => textOf(element?.children ?? []);
}

function characterOf(hex: string): string {
  const code = /^[0-9a-fA-F]{1,6}$/.test(hex) ? Number.parseInt(hex, 16) : Number.NaN;
  const isHalf = code >= 0xd800 && code <= 0xdfff;
  if (!(code <= 0x10ffff) || isHalf) throw new InlineError("<cp> has no character.");
  return String.fromCodePoint(code);
}

function elements({ children }: XmlElement): XmlElement[] {
  return children.filter((child): child is XmlElement => child instanceof XmlElement);
}

function childrenNamed(parent: XmlElement, name: string): XmlElement[] {
  return elements(parent).filter((child) => child.name === name);
}

/** The line of an offset, from 1. Offsets must be passed in ascending order. */
function createLines(text: string): (offset: number) => number {
  let [line, at] = [1, 0];
  return (offset) => {
    for (; at < offset && at < text.length; at += 1) if (text[at] === "\n") line += 1;
    return line;
  };
}

function refuse(message: string): ApiError {
  return new ApiError("bad_request", message);
}
