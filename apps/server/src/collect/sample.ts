import { stripAddresses } from "./stripAddresses.ts";

const SAMPLE_BYTES = 2048;
const MOST_LEVELS = 8;
const MOST_VALUES = 400;
const MAX_TEXT = 500;
const CUT = "…";

/**
 * The beginning of an event's JSON, for a person to see what is wrong with it: at most 2 KB, eight levels, and without
 * addresses. An event of any depth and size is safe to sample.
 */
export function sampleOf(event: unknown): string {
  let left = MOST_VALUES;
  /** A copy as far as `levels` go. */
  const copy = (value: unknown, levels: number): unknown => {
    left -= 1;
    if (typeof value === "string") return shorten(value);
    if (typeof value !== "object" || value === null) return value;
    if (levels === 0 || left <= 0) return CUT;
    if (Array.isArray(value)) return value.slice(0, left).map((each) => copy(each, levels - 1));
    const members = Object.entries(value).slice(0, left);
    return Object.fromEntries(members.map(([name, each]) => [shorten(name), copy(each, levels - 1)]));
  };
  return cutText(JSON.stringify(stripAddresses(copy(event, MOST_LEVELS))) ?? "");
}

function shorten(text: string): string {
  return text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) + CUT : text;
}

/** Cut where a character ends. */
function cutText(json: string): string {
  const bytes = Buffer.from(json);
  if (bytes.byteLength <= SAMPLE_BYTES) return json;
  const room = SAMPLE_BYTES - Buffer.byteLength(CUT);
  return new TextDecoder("utf-8", { fatal: false })
    .decode(bytes.subarray(0, room), { stream: true })
    .concat(CUT);
}
