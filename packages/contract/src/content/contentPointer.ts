import { isJsonList, isJsonObject, type Json, type JsonObject } from "../kernel/json.ts";

/** Longest pointer in characters, and the most levels that it descends. */
export const MAX_POINTER_LENGTH = 500;
const MAX_DEPTH = 32;

/**
 * Parses a JSON Pointer (RFC 6901) into its reference tokens.
 * @returns null if it is malformed, longer than {@link MAX_POINTER_LENGTH} or deeper than any content.
 */
export function parsePointer(pointer: string): string[] | null {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || pointer.length > MAX_POINTER_LENGTH) return null;
  const tokens = pointer.slice(1).split("/");
  if (tokens.length > MAX_DEPTH || tokens.some((token) => /~(?![01])/.test(token))) return null;
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function formatPointer(tokens: readonly string[]): string {
  return tokens.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/**
 * The token by which a pointer names an item of a list: its `id`, which it keeps when the list changes, otherwise its position. This
 * differs from RFC 6901, which only has positions.
 */
export function listToken(item: Json, index: number): string {
  return isJsonObject(item) && typeof item.id === "string" ? item.id : String(index);
}

/**
 * The value at `tokens`, or undefined. Only own members are found, so `__proto__` and `constructor` are never
 * followed.
 */
export function valueAt(value: Json, tokens: readonly string[]): Json | undefined {
  let current: Json | undefined = value;
  for (const token of tokens) {
    if (typeof current !== "object" || current === null) return undefined;
    current = memberOf(current, token);
  }
  return current;
}

/**
 * A copy of `value` with the value at `tokens` replaced; everything outside the path is shared with the original.
 * @returns undefined if `value` has nothing there: only what exists is replaced.
 */
export function withValueAt(value: Json, tokens: readonly string[], replacement: Json): Json | undefined {
  const [token, ...rest] = tokens;
  if (token === undefined) return replacement;
  if (typeof value !== "object" || value === null) return undefined;
  const key = keyOf(value, token);
  const member = memberOf(value, token);
  if (key === null || member === undefined) return undefined;
  const below = withValueAt(member, rest, replacement);
  if (below === undefined) return undefined;
  if (isJsonList(value)) return value.with(Number(key), below);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === key ? below : member]),
  );
}

/** The member that `token` names, or null. */
function keyOf(parent: readonly Json[] | JsonObject, token: string): string | null {
  if (!isJsonList(parent)) return Object.hasOwn(parent, token) ? token : null;
  const index = parent.findIndex((item, position) => listToken(item, position) === token);
  return index < 0 ? null : String(index);
}

function memberOf(parent: readonly Json[] | JsonObject, token: string): Json | undefined {
  const key = keyOf(parent, token);
  if (key === null) return undefined;
  return isJsonList(parent) ? parent[Number(key)] : parent[key];
}
