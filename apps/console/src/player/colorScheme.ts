import type { ColorScheme } from "@marquee/contract";
import { EVENT, type RecordedEvent, SOURCE } from "./recorded.types.ts";

/** Events that can contain styles. */
const STYLED: ReadonlySet<unknown> = new Set([
  SOURCE.mutation,
  SOURCE.styleSheetRule,
  SOURCE.styleDeclaration,
  SOURCE.adoptedStyles,
]);

/**
 * Placeholder in sanitized styles for the visitor's color scheme, until it is known. No browser knows a media feature of that name, so as a condition
 * it is false.
 */
const PLACE = "-played-color-scheme";
const CONDITION = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi;
/** Bounded, because the text of a recording is untrusted. */
const DECLARATION = /(?<![\w-])(color-scheme\s{0,9}:\s{0,9})([a-z\s]{1,40})/gi;
const WORDS = /\b(?:light|dark)\b/g;
/** {@link PLACE}, as a condition or on its own. */
const PLACES = /\(-played-color-scheme: (dark|light)\)|-played-color-scheme/g;
export const NEVER = "(width < 0px)";
export const ALWAYS = "(width >= 0px)";

/** Replaces whatever depends on the visitor's color scheme by placeholders for {@link applyColorScheme}. */
export function markColorScheme(css: string): string {
  return css
    .replace(CONDITION, (_, scheme: string) => `(${PLACE}: ${scheme.toLowerCase()})`)
    .replace(DECLARATION, (_, name: string, value: string) => name + markColorSchemes(value));
}

/** Does the same for a value of `color-scheme`. Only one that allows both schemes depends on the system. */
export function markColorSchemes(value: string): string {
  const named = new Set(value.toLowerCase().match(WORDS));
  return named.size === 2 ? PLACE : value;
}

/**
 * Replaces the placeholders in all strings of a value. Only four fixed texts can be inserted, whatever the recording contains.
 * @returns `value` itself if nothing in it depends on the color scheme, otherwise a copy.
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

/**
 * Applies the color scheme of the last `Meta` event to each event. A full snapshot and all changes after it
 * have one scheme; another scheme comes with a new snapshot. Segments can arrive in any order, so the scheme
 * is known only after sorting.
 * @returns a function that takes all events sorted by time and returns as many; snapshots carry their scheme
 * as `colorScheme`.
 */
export function createColorSchemes(): (events: readonly RecordedEvent[]) => RecordedEvent[] {
  const cache = new WeakMap<RecordedEvent, { scheme: ColorScheme; played: RecordedEvent }>();
  const play = (event: RecordedEvent, scheme: ColorScheme) => {
    const before = cache.get(event);
    if (before?.scheme === scheme) return before.played;
    const played = inScheme(event, scheme);
    cache.set(event, { scheme, played });
    return played;
  };
  return (events) => {
    let scheme: ColorScheme = "light";
    return events.map((event) => {
      if (event.type === EVENT.meta) scheme = schemeOf(event.data.colorScheme);
      return play(event, scheme);
    });
  };
}

/** The recorded color scheme. Recorders other than ours don't report one, and their pages are shown in light. */
export function schemeOf(value: unknown): ColorScheme {
  return value === "dark" ? "dark" : "light";
}

function inScheme(event: RecordedEvent, scheme: ColorScheme): RecordedEvent {
  const { type, data } = event;
  if (type === EVENT.fullSnapshot)
    return { ...event, data: { ...applyColorScheme(data, scheme), colorScheme: scheme } };
  if (type !== EVENT.incremental || !STYLED.has(data.source)) return event;
  const filled = applyColorScheme(data, scheme);
  return filled === data ? event : { ...event, data: filled };
}
