import type { ValidEvent } from "./event.types.ts";

/** A text of an event that passed validation; empty for anything but a string or number. */
export function toText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : "";
}

/** The ID that visitors are counted by. */
export function visitorIdOf({ anonymousId, userId }: ValidEvent): string {
  return toId(anonymousId) || toId(userId);
}

/** An ID for lookups in the record store, which can't store U+0000. */
export function toId(value: unknown): string {
  return toText(value).replaceAll("\0", "\ufffd");
}
