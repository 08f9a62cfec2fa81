import { toWellFormedJson } from "../wellFormedJson.ts";

/*
 * PostgreSQL stores no U+0000, and in JSON no half of a character (lone surrogate) either. People's input is checked when it arrives; this is
 * for everything else: background jobs store data from browsers and other servers, and one character must not stop them.
 */

const NUL = "\0";
/** Replaces characters that can't be stored. */
const REPLACEMENT = "\ufffd";
/** The escape of U+0000 in JSON, after an even number of backslashes, which are escapes themselves. */
const NUL_ESCAPE = /(?<!\\)((?:\\\\)*)\\u0000/g;

/** The parameters of a statement, with U+FFFD for each U+0000 of a text. */
export function storableValues<Value>(values: Value[]): Value[] {
  return values.some(hasNul) ? values.map(withoutNul) : values;
}

function hasNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes(NUL);
  return Array.isArray(value) && value.some(hasNul);
}

function withoutNul<Value>(value: Value): Value {
  if (typeof value === "string") return value.replaceAll(NUL, REPLACEMENT) as Value;
  return Array.isArray(value) ? (value.map(withoutNul) as Value) : value;
}

/** A value as JSON for a `jsonb` column, with U+FFFD for characters that can't be stored. */
export function storableJson(value: unknown): string {
  return toWellFormedJson(value).replace(NUL_ESCAPE, `$1${REPLACEMENT}`);
}
