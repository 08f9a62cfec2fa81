import type { Json } from "../flags/flagDefinition.ts";

/** Longest pointer in characters, and the most levels that it descends. */
export const MAX_POINTER_LENGTH = 500;
const MAX_DEPTH = 32;

type JsonObject = { [name: string]: Json };

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
 * The token by which a pointer names an item of a list: its `id`, which it keeps when the list changes, or else its position. In this rule
 * content differs from RFC 6901, which knows positions only.
 */
export function listToken(item: Json, index: number): string {
  const isNamed = typeof item === "object" && item !== null && !Array.isArray(item);
  return isNamed && typeof item.id === "string" ? item.id : String(index);
}

/** The value at `tokens`, or undefined. Only own members are found, so `__proto__` and `constructor` lead nowhere. */
export function valueAt(value: Json, tokens: readonly string[]): Json | undefined {
  let found: Json | undefined = value;
  for (const token of tokens) {
    if (typeof found !== "object" || found === null) return undefined;
    const parent: Json[] | JsonObject = found;
    const key = keyOf(parent, token);
    found = key === null ? undefined : (parent as JsonObject)[key];
  }
  return found;
}

/**
 * A copy of `value` with the value at `tokens` replaced; whatever is beside the path is shared with the original.
 * @returns undefined if `value` has nothing there: only what exists is replaced.
 */
export function withValueAt(value: Json, tokens: readonly string[], replacement: Json): Json | undefined {
  const [token, ...rest] = tokens;
  if (token === undefined) return replacement;
  if (typeof value !== "object" || value === null) return undefined;
  const key = keyOf(value, token);
  if (key === null) return undefined;
  const below = withValueAt((value as JsonObject)[key] as Json, rest, replacement);
  if (below === undefined) return undefined;
  if (Array.isArray(value)) return value.with(Number(key), below);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === key ? below : member]),
  );
}

/** The member that `token` names, or null. */
function keyOf(parent: Json[] | JsonObject, token: string): string | null {
  if (!Array.isArray(parent)) return Object.hasOwn(parent, token) ? token : null;
  const index = parent.findIndex((item, position) => listToken(item, position) === token);
  return index < 0 ? null : String(index);
}
