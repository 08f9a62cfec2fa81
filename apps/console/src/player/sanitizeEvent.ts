import type { ArchiveMoment } from "@marquee/contract";
import { EVENT, isFields, type RecordedEvent, SOURCE } from "./recorded.types.ts";
import { sanitizeAttributes, sanitizeNode, sanitizeText } from "./sanitizeNode.ts";
import { sanitizeStyleSheet, sanitizeStyles } from "./sanitizeStyles.ts";
import { noteAdded, noteNode, PLAIN_TEXT, STYLE_TEXT, type TagNames, UNKNOWN_TAG } from "./tagNames.ts";

const PLAYED_SOURCES: ReadonlySet<unknown> = new Set(Object.values(SOURCE));

/**
 * Changes an event so that its replay runs nothing, navigates nowhere and loads only from the archive. The player's iframes forbid all of this as
 * well.
 * @param names tag names from earlier events of the recording. Those of this event are added.
 */
export function sanitizeEvent(event: RecordedEvent, moment: ArchiveMoment, names: TagNames): void {
  const { type, data } = event;
  if (type === EVENT.fullSnapshot) {
    names.clear();
    noteNode(data.node, UNKNOWN_TAG, names);
    sanitizeNode(data.node, moment);
  }
  if (type !== EVENT.incremental) return;
  if (!PLAYED_SOURCES.has(data.source)) emptyElement(event);
  if (data.source === SOURCE.mutation) sanitizeMutation(data, moment, names);
  if (data.source === SOURCE.styleSheetRule) sanitizeStyleSheetChange(data, moment);
  if (data.source === SOURCE.styleDeclaration) sanitizeDeclaration(data, moment);
  if (data.source === SOURCE.font) sanitizeFont(data, moment);
  if (data.source === SOURCE.adoptedStyles) {
    for (const sheet of listOf(data.styles)) if (isFields(sheet)) sanitizeRules(sheet.rules, moment);
  }
}

/** Turns an event that replays do not need (canvas drawing, custom elements) into one that is not played. */
function emptyElement(event: RecordedEvent): void {
  event.type = EVENT.custom;
  event.data = { tag: "not-played", payload: {} };
}

function sanitizeMutation(data: Record<string, unknown>, moment: ArchiveMoment, names: TagNames): void {
  if (Array.isArray(data.adds)) data.adds = data.adds.filter((added: unknown) => noteAdded(added, names));
  for (const added of listOf(data.adds)) {
    if (isFields(added)) sanitizeNode(added.node, moment, names.get(added.parentId));
  }
  for (const text of listOf(data.texts)) if (isFields(text)) sanitizeTextChange(text, moment, names);
  for (const change of listOf(data.attributes)) {
    if (!isFields(change) || !isFields(change.attributes)) continue;
    const sanitized = sanitizeAttributes(names.get(change.id) ?? UNKNOWN_TAG, change.attributes, moment);
    // An attribute change can't change the purpose of a link, whatever element the recording says it is.
    change.attributes = Object.fromEntries(
      Object.entries(sanitized).filter(([name]) => name.toLowerCase() !== "rel"),
    );
  }
}

function sanitizeTextChange(text: Record<string, unknown>, moment: ArchiveMoment, names: TagNames): void {
  const kind = names.get(text.id);
  const parent = kind === STYLE_TEXT ? "style" : kind === PLAIN_TEXT ? "#document" : UNKNOWN_TAG;
  if (text.value !== null) text.value = sanitizeText(text.value, parent, moment);
}

function sanitizeStyleSheetChange(data: Record<string, unknown>, moment: ArchiveMoment): void {
  sanitizeRules(data.adds, moment);
  for (const name of ["replace", "replaceSync"]) {
    const value = data[name];
    if (typeof value === "string") data[name] = sanitizeStyleSheet(value, moment);
    else delete data[name];
  }
}

function sanitizeRules(rules: unknown, moment: ArchiveMoment): void {
  for (const each of listOf(rules)) if (isFields(each)) each.rule = sanitizeString(each.rule, moment);
}

function sanitizeDeclaration({ set }: Record<string, unknown>, moment: ArchiveMoment): void {
  if (isFields(set)) set.value = sanitizeString(set.value, moment, String(set.property));
}

/** The source of a font: binary data, or a value as in a style sheet. */
function sanitizeFont(data: Record<string, unknown>, moment: ArchiveMoment): void {
  if (!data.buffer) data.fontSource = sanitizeString(data.fontSource, moment, "src");
}

/** Recorders write only strings. Browsers would convert arrays and objects to strings. */
function sanitizeString(value: unknown, moment: ArchiveMoment, property: string | null = null): string {
  return typeof value === "string" ? sanitizeStyles(value, moment, property?.toLowerCase()) : "";
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
