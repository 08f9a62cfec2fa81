import type { ColorScheme } from "@marquee/contract";

/**
 * Placeholder in sanitized styles for the visitor's color scheme, until it is known. As a condition, it is
 * one that no browser knows: false.
 */
const PLACE = "-played-color-scheme";
const CONDITION = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi;
/** Bounded, because recordings bring texts that anybody may have written. */
const DECLARATION = /(?<![\w-])(color-scheme\s{0,9}:\s{0,9})([a-z\s]{1,40})/gi;
const WORDS = /\b(?:light|dark)\b/g;
/** {@link PLACE}, as a condition or alone. */
const PLACES = /\(-played-color-scheme: (dark|light)\)|-played-color-scheme/g;
export const NEVER = "(width < 0px)";
export const ALWAYS = "(width >= 0px)";

/** CSS in which what depends on the visitor's system waits for {@link applyColorScheme}. */
export function markColorScheme(css: string): string {
  return css
    .replace(CONDITION, (_, scheme: string) => `(${PLACE}: ${scheme.toLowerCase()})`)
    .replace(DECLARATION, (_, name: string, value: string) => name + markColorSchemes(value));
}

/** The same for a value of `color-scheme` alone: only one that allows of both depends on the system. */
export function markColorSchemes(value: string): string {
  const named = new Set(value.toLowerCase().match(WORDS));
  return named.size === 2 ? PLACE : value;
}

/**
 * @returns `value` itself if nothing in it depends on the color scheme, otherwise a copy. Only four fixed
 * texts can be inserted, whatever the recording contains.
 */
export function applyColorScheme<Value>(value: Value, scheme: ColorScheme): Value {
  return fill(value, (_, condition?: string) => {
    if (!condition) return scheme;
    return condition === scheme ? ALWAYS : NEVER;
  }) as Value;
}

function fill(value: unknown, inPlace: (place: string, condition?: string) => string): unknown {
  if (typeof value === "string") return value.includes(PLACE) ? value.replace(PLACES, inPlace) : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const filled = value.map((each) => fill(each, inPlace));
    return filled.some((each, index) => each !== value[index]) ? filled : value;
  }
  const entries = Object.entries(value);
  const filled = entries.map(([name, each]) => [name, fill(each, inPlace)] as const);
  return filled.some(([, each], index) => each !== entries[index]?.[1]) ? Object.fromEntries(filled) : value;
}
