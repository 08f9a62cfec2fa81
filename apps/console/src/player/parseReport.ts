import type { PlayerReport, SegmentSummary } from "./protocol.ts";

type Fields = Record<string, unknown>;

const CLICK_KINDS: readonly unknown[] = ["click", "rage", "dead"];

/**
 * @param data any message.
 * @returns null if it is not a valid player message.
 */
export function parseReport(data: unknown): PlayerReport | null {
  if (!isFields(data)) return null;
  const { type, id, at, key, width, height } = data;
  if (type === "ready" || type === "ended") return { type };
  if (type === "time" && isInstant(at)) return { type, at };
  if (type === "size" && isLength(width) && isLength(height)) return { type, width, height };
  if (type === "key" && typeof key === "string") return { type, key };
  if (typeof id !== "string") return null;
  if (type === "unreadable") return { type, id };
  return type === "digest" && isSegmentSummary(data.digest) ? { type, id, digest: data.digest } : null;
}

function isSegmentSummary(value: unknown): value is SegmentSummary {
  if (!isFields(value)) return false;
  const { activity, clicks, pages, messages } = value;
  return (
    isListOf(activity, isInstant) &&
    isListOf(clicks, (each) => isFields(each) && isInstant(each.at) && CLICK_KINDS.includes(each.kind)) &&
    isListOf(pages, (each) => isFields(each) && isInstant(each.at) && typeof each.href === "string") &&
    isListOf(messages, (each) => typeof each === "string")
  );
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const isInstant = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isLength = (value: unknown): value is number => isInstant(value) && value > 0;
const isListOf = (value: unknown, isOne: (each: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isOne);
