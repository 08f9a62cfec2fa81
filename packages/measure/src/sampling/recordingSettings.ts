import {
  type AddressRule,
  MASKING_LEVELS,
  RECORDING_SETTINGS_PATH,
  type RecordingRule,
  type RecordingSettings,
} from "@marquee/contract";
import { reportInternalError } from "../browser/monitor.ts";

const requests = new Map<string, Promise<RecordingSettings | null>>();

/**
 * Recording settings from the console, fetched once per document.
 * @param endpoint origin of the server, or the empty string for the page's own
 * @returns null if there is no valid response: nothing is recorded then. Never rejects.
 */
export function readRecordingSettings(endpoint: string): Promise<RecordingSettings | null> {
  const settings = requests.get(endpoint) ?? ask(endpoint);
  requests.set(endpoint, settings);
  return settings;
}

async function ask(endpoint: string): Promise<RecordingSettings | null> {
  try {
    const answer = await fetch(endpoint + RECORDING_SETTINGS_PATH, {
      credentials: "omit",
      redirect: "error",
    });
    if (!answer.ok) throw new Error(`Recording settings: status ${answer.status}. Nothing is recorded.`);
    return parseRecordingSettings(await answer.json());
  } catch (error) {
    reportInternalError(error);
    // A later request, once online, may succeed.
    requests.delete(endpoint);
    return null;
  }
}

/**
 * Parses the settings. An unknown privacy level becomes the stricter one, unknown rules are dropped, and invalid sample rates become 0.
 * @throws {Error} if the block selectors or address rules are invalid: without them, private content would be recorded
 */
export function parseRecordingSettings(answer: unknown): RecordingSettings {
  const fields = asRecord(answer);
  return {
    isCaptureEnabled: fields.isCaptureEnabled === true,
    sampleRate: asPercent(fields, "sampleRate"),
    interactionSampleRate: asPercent(fields, "interactionSampleRate"),
    privacyLevel: MASKING_LEVELS.find((level) => level === fields.privacyLevel) ?? "conservative",
    blockSelectors: asList(fields.blockSelectors, "blockSelectors", isText),
    rules: Array.isArray(fields.rules) ? fields.rules.filter(isRule) : [],
    addressRules: asList(fields.addressRules, "addressRules", isAddressRule),
    applicationId: isText(fields.applicationId) ? fields.applicationId : "",
    monitoringSampleRate: asPercent(fields, "monitoringSampleRate"),
    monitoringReplaySampleRate: asPercent(fields, "monitoringReplaySampleRate"),
  };
}

/** Anything that is not a percentage counts as 0 and is logged. */
function asPercent(fields: Record<string, unknown>, name: keyof RecordingSettings): number {
  const value = fields[name];
  if (typeof value === "number" && value >= 0 && value <= 100) return value;
  reportInternalError(`Recording settings: ${name} must be a number between 0 and 100.`);
  return 0;
}

function asList<Item>(value: unknown, name: string, isItem: (item: unknown) => item is Item): Item[] {
  if (Array.isArray(value) && value.every(isItem)) return value;
  throw new Error(`Recording settings: ${name} is invalid. Nothing is recorded.`);
}

function isRule(value: unknown): value is RecordingRule {
  const { kind, pattern, name, key, value: wanted, source } = asRecord(value);
  if (kind === "address") return isText(pattern);
  if (kind === "source") return isText(source);
  if (kind === "event") return isText(name);
  if (kind === "flag") return isText(key) && isText(wanted);
  return kind === "property" && isText(name) && isText(wanted);
}

function isAddressRule(value: unknown): value is AddressRule {
  const { pattern, replacement } = asRecord(value);
  return isText(pattern) && isText(replacement);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/**
 * The selectors that the browser supports. One invalid selector would make rrweb and the browser ignore the
 * whole list.
 * @param test throws for an invalid selector
 */
export function usableSelectors(
  selectors: readonly string[],
  test = (selector: string): unknown => document.createDocumentFragment().querySelector(selector),
): string[] {
  return selectors.filter((selector) => {
    try {
      test(selector);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Whether a session is in the sample. The result is the same in all its tabs and pages.
 * @param what the feature that samples; each has its own sample
 * @param rate percent of sessions, 0 to 100
 */
export function isSampled(what: string, sessionId: number, rate: number): boolean {
  return hashText(`${what}:${sessionId}`) < (rate / 100) * 2 ** 32;
}

/** 32-bit FNV-1a with MurmurHash3's finalizer. Without the finalizer, session IDs a few milliseconds apart would get similar hashes. */
export function hashText(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
