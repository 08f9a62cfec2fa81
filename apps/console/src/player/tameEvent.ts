import type { ArchiveMoment } from "@marquee/contract";
import { EVENT, isFields, type RecordedEvent, SOURCE } from "./recorded.types.ts";
import { noteTagNames, type TagNames } from "./tagNames.ts";
import { tameAttributes, tameNode, UNKNOWN_TAG } from "./tameNode.ts";
import { tameStyles } from "./tameStyles.ts";

/**
 * Changes an event so that its replay runs nothing, goes nowhere, and loads only from the archive.
 * The frames that it is played in allow none of it either.
 * @param names of the elements that earlier events of the recording brought; those of this one are added.
 */
export function tameEvent(event: RecordedEvent, moment: ArchiveMoment, names: TagNames): void {
  const { type, data } = event;
  noteTagNames(event, names);
  if (type === EVENT.fullSnapshot) tameNode(data.node, moment);
  if (type !== EVENT.incremental) return;
  if (data.source === SOURCE.mutation) tameMutation(data, moment, names);
  if (data.source === SOURCE.styleSheetRule) tameRules(data.adds, moment);
  if (data.source === SOURCE.styleDeclaration) tameValue(data.set, "value", moment);
  if (data.source === SOURCE.adoptedStyles) {
    for (const sheet of listOf(data.styles)) if (isFields(sheet)) tameRules(sheet.rules, moment);
  }
}

function tameMutation(data: Record<string, unknown>, moment: ArchiveMoment, names: TagNames): void {
  for (const added of listOf(data.adds)) if (isFields(added)) tameNode(added.node, moment);
  for (const change of listOf(data.attributes)) {
    if (!isFields(change) || !isFields(change.attributes)) continue;
    const tamed = tameAttributes(names.get(change.id) ?? UNKNOWN_TAG, change.attributes, moment);
    // What a link is for stays as it was, whichever element a recording says it to be.
    change.attributes = Object.fromEntries(
      Object.entries(tamed).filter(([name]) => name.toLowerCase() !== "rel"),
    );
  }
}

function tameRules(rules: unknown, moment: ArchiveMoment): void {
  for (const rule of listOf(rules)) tameValue(rule, "rule", moment);
}

function tameValue(holder: unknown, name: string, moment: ArchiveMoment): void {
  if (!isFields(holder)) return;
  const value = holder[name];
  if (typeof value === "string") holder[name] = tameStyles(value, moment);
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
