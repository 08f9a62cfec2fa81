import { type Json, parsePointer, shortenText, WHOLE_ITEM, withValueAt } from "@marquee/contract";
import { type ImportedText, MAX_REPORTED, type TranslationReport } from "@marquee/contract/schema";
import { checkField } from "../../content/checkField.ts";
import { fieldTitle, itemTitle } from "../../content/fieldNames.ts";
import { protectedPartsProblem } from "./protectedParts.ts";
import type { XliffFile, XliffUnit } from "./readXliff.ts";
import { listTranslatedTexts, type TranslatedText } from "./translatedTexts.ts";
import { isMarkdown, xliffId } from "./writeXliff.ts";

/** New values of fields; a page missing in the language is added as a whole. */
type TranslationChange = { item: string; pointer: string; value: Json };

interface Import {
  report: TranslationReport;
  changes: TranslationChange[];
}

/** Maximum length of a text in a report. */
const SHOWN_LENGTH = 400;

/**
 * The changes of an XLIFF file to the content. A unit that can't be used is reported and skipped.
 * @param items all items, as published or in the draft that gets the changes.
 * @param withOutdated whether translations of English texts that have changed since the export are used.
 */
export function planImport(
  { locale, units }: XliffFile,
  items: ReadonlyMap<string, Json>,
  withOutdated: boolean,
): Import {
  const find = createFinder(listTranslatedTexts(items, locale));
  const counts = {
    units: units.length,
    changed: 0,
    unchanged: 0,
    untranslated: 0,
    outdated: 0,
    unknown: 0,
    problems: 0,
  };
  const report: TranslationReport = { locale, counts, changes: [], outdated: [], unknown: [], problems: [] };
  const used: { text: TranslatedText; target: string }[] = [];
  const seen = new Set<TranslatedText>();
  for (const unit of units) {
    const text = find(unit);
    const problem = text && (unit.problem ?? problemOf(text, unit, items, seen));
    const note = { line: unit.line, unit: unit.name || unit.id };
    if (!text) {
      counts.unknown += 1;
      add(report.unknown, { ...note, text: shorten(unit.target ?? unit.source) });
    } else if (problem) {
      counts.problems += 1;
      add(report.problems, { ...note, problem: `${titleOf(text)}: ${problem}` });
    } else if (unit.target !== null && unit.target === text.text) counts.unchanged += 1;
    else if (unit.target === null || isUntouched(unit)) counts.untranslated += 1;
    else if (unit.source !== text.source) {
      counts.outdated += 1;
      add(report.outdated, { ...describe(text, unit, unit.target), exportedSource: shorten(unit.source) });
      if (withOutdated) used.push({ text, target: unit.target });
    } else {
      counts.changed += 1;
      add(report.changes, describe(text, unit, unit.target));
      used.push({ text, target: unit.target });
    }
    if (text) seen.add(text);
  }
  return { report, changes: changesOf(used, items) };
}

/** Finds the text of a unit by its exported name, or by its ID if a tool has changed the name. */
function createFinder(texts: readonly TranslatedText[]): (unit: XliffUnit) => TranslatedText | undefined {
  const byAddress = new Map(texts.map((text) => [`${text.item} ${text.pointer}`, text]));
  const byId = new Map(texts.map((text) => [xliffId(`${text.item} ${text.pointer}`), text]));
  return ({ original, name, id }) => byAddress.get(`${original} ${name}`) ?? byId.get(id);
}

/** Whether a unit has not been translated yet. Some tools copy the English text into it. */
function isUntouched({ target, source, isInitial }: XliffUnit): boolean {
  return target?.trim() === "" || (isInitial && target === source);
}

function problemOf(
  text: TranslatedText,
  unit: XliffUnit,
  items: ReadonlyMap<string, Json>,
  seen: ReadonlySet<TranslatedText>,
): string | null {
  if (seen.has(text)) return "This text is in the file twice. Remove one of the units.";
  const { target } = unit;
  if (target === null || target === text.text || isUntouched(unit)) return null;
  const { item, pointer, sourceItem } = text;
  // An added page has the structure of the English one.
  const base = items.get(item) ?? items.get(sourceItem);
  const tokens = parsePointer(pointer);
  if (base === undefined || !tokens) return "The site doesn't have this text.";
  const original = { source: text.source, present: text.text, isMarkdown: isMarkdown(text) };
  return checkField(item, base, tokens, target) ?? protectedPartsProblem(original, target);
}

/** The changes for these translations; a page is added with all its texts in one change. */
function changesOf(
  used: readonly { text: TranslatedText; target: string }[],
  items: ReadonlyMap<string, Json>,
): TranslationChange[] {
  const added = new Map<string, Json>();
  const changes: TranslationChange[] = [];
  for (const { text, target } of used) {
    const { item, pointer, sourceItem } = text;
    const present = items.get(item);
    if (present !== undefined) {
      changes.push({ item, pointer, value: target });
      continue;
    }
    const page = added.get(item) ?? newPage(items.get(sourceItem) ?? null);
    added.set(item, withValueAt(page, parsePointer(pointer) ?? [], target) ?? page);
  }
  return [...changes, ...[...added].map(([item, value]) => ({ item, pointer: WHOLE_ITEM, value }))];
}

/** A page in another language starts as a copy of the English one, without an ID of its own. */
function newPage(english: Json): Json {
  const { pageId: _pageId, ...page } = english as Record<string, Json>;
  return page;
}

function describe(text: TranslatedText, { line }: XliffUnit, after: string): ImportedText {
  const { item, pointer, source, text: before } = text;
  return {
    line,
    item,
    title: itemTitle(item),
    label: fieldTitle(item, pointer),
    source: shorten(source),
    before: before === null ? null : shorten(before),
    after: shorten(after),
  };
}

function titleOf({ item, pointer }: TranslatedText): string {
  return `${itemTitle(item)}, ${fieldTitle(item, pointer)}`;
}

function add<Entry>(list: Entry[], entry: Entry): void {
  if (list.length < MAX_REPORTED) list.push(entry);
}

const shorten = (text: string) => shortenText(text, SHOWN_LENGTH);
