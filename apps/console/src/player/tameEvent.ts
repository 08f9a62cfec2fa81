import type { ArchiveMoment } from "@marquee/contract";
import { EVENT, isFields, type RecordedEvent, SOURCE } from "./recorded.types.ts";
import { noteAdded, noteNode, PLAIN_TEXT, STYLE_TEXT, type TagNames, UNKNOWN_TAG } from "./tagNames.ts";
import { tameAttributes, tameNode, tameText } from "./tameNode.ts";
import { tameSheet, tameStyles } from "./tameStyles.ts";

const PLAYED_SOURCES: ReadonlySet<unknown> = new Set(Object.values(SOURCE));

/**
 * Changes an event so that its replay runs nothing, goes nowhere, and loads only from the archive.
 * The frames that it is played in allow none of it either.
 * @param names of the elements that earlier events of the recording brought; those of this one are added.
 */
export function tameEvent(event: RecordedEvent, moment: ArchiveMoment, names: TagNames): void {
  const { type, data } = event;
  if (type === EVENT.fullSnapshot) {
    names.clear();
    noteNode(data.node, UNKNOWN_TAG, names);
    tameNode(data.node, moment);
  }
  if (type !== EVENT.incremental) return;
  if (!PLAYED_SOURCES.has(data.source)) becomeNothing(event);
  if (data.source === SOURCE.mutation) tameMutation(data, moment, names);
  if (data.source === SOURCE.styleSheetRule) tameSheetChange(data, moment);
  if (data.source === SOURCE.styleDeclaration) tameDeclaration(data, moment);
  if (data.source === SOURCE.font) tameFont(data, moment);
  if (data.source === SOURCE.adoptedStyles) {
    for (const sheet of listOf(data.styles)) if (isFields(sheet)) tameRules(sheet.rules, moment);
  }
}

/** What no screen needs (drawing on canvases, elements of the page's own) is not played. */
function becomeNothing(event: RecordedEvent): void {
  event.type = EVENT.custom;
  event.data = { tag: "not-played", payload: {} };
}

function tameMutation(data: Record<string, unknown>, moment: ArchiveMoment, names: TagNames): void {
  if (Array.isArray(data.adds)) data.adds = data.adds.filter((added: unknown) => noteAdded(added, names));
  for (const added of listOf(data.adds)) {
    if (isFields(added)) tameNode(added.node, moment, names.get(added.parentId));
  }
  for (const text of listOf(data.texts)) if (isFields(text)) tameTextChange(text, moment, names);
  for (const change of listOf(data.attributes)) {
    if (!isFields(change) || !isFields(change.attributes)) continue;
    const tamed = tameAttributes(names.get(change.id) ?? UNKNOWN_TAG, change.attributes, moment);
    // What a link is for stays as it was, whichever element a recording says it to be.
    change.attributes = Object.fromEntries(
      Object.entries(tamed).filter(([name]) => name.toLowerCase() !== "rel"),
    );
  }
}

function tameTextChange(text: Record<string, unknown>, moment: ArchiveMoment, names: TagNames): void {
  const kind = names.get(text.id);
  const parent = kind === STYLE_TEXT ? "style" : kind === PLAIN_TEXT ? "#document" : UNKNOWN_TAG;
  if (text.value !== null) text.value = tameText(text.value, parent, moment);
}

function tameSheetChange(data: Record<string, unknown>, moment: ArchiveMoment): void {
  tameRules(data.adds, moment);
  for (const name of ["replace", "replaceSync"]) {
    const value = data[name];
    if (typeof value === "string") data[name] = tameSheet(value, moment);
    else delete data[name];
  }
}

function tameRules(rules: unknown, moment: ArchiveMoment): void {
  for (const each of listOf(rules)) if (isFields(each)) each.rule = tameString(each.rule, moment);
}

function tameDeclaration({ set }: Record<string, unknown>, moment: ArchiveMoment): void {
  if (isFields(set)) set.value = tameString(set.value, moment, String(set.property));
}

/** The bytes of a font, or what a style sheet would name as its source. */
function tameFont(data: Record<string, unknown>, moment: ArchiveMoment): void {
  if (!data.buffer) data.fontSource = tameString(data.fontSource, moment, "src");
}

/** Browsers make texts of lists and objects; a recorder writes only texts. */
function tameString(value: unknown, moment: ArchiveMoment, property: string | null = null): string {
  return typeof value === "string" ? tameStyles(value, moment, property?.toLowerCase()) : "";
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
