import { MAX_EVENT_DEPTH } from "@marquee/contract";
import {
  checkLogLine,
  checkRumLine,
  type LogEvent,
  type RumEvent,
  type TelemetryEvent,
} from "@marquee/contract/schema";
import { wellFormedJson } from "../../platform/storage/wellFormedJson.ts";
import { measureJson } from "../measureJson.ts";
import { stripAddresses, type TextRule } from "../stripAddresses.ts";

/** A valid line: the parsed event and its text as stored. */
export interface ReadLine {
  event: RumEvent | TelemetryEvent | LogEvent;
  raw: string;
}

/** A rejected line and its rejection reason; `index` counts the non-empty lines of the batch. */
export interface RejectedLine {
  index: number;
  reason: string;
  bytes: number;
}

/** Limit for one line; Datadog's client sends no longer ones (specification, section 9). */
const MAX_LINE_BYTES = 256 * 1024;

/**
 * Reads a batch with one JSON object per line. Invalid lines do not affect the others.
 * @param rule rule for the texts of each line.
 */
export function readLines(
  track: "rum" | "logs",
  body: string,
  rule: TextRule,
): { lines: ReadLine[]; rejected: RejectedLine[] } {
  const lines: ReadLine[] = [];
  const rejected: RejectedLine[] = [];
  const texts = body.split("\n").filter((text) => text.trim() !== "");
  for (const [index, text] of texts.entries()) {
    const bytes = Buffer.byteLength(text);
    const read =
      bytes > MAX_LINE_BYTES
        ? { problem: `it exceeds ${MAX_LINE_BYTES} bytes` }
        : readLine(track, text, rule);
    if ("problem" in read) rejected.push({ index, reason: read.problem, bytes });
    else lines.push(read);
  }
  return { lines, rejected };
}

function readLine(track: "rum" | "logs", text: string, rule: TextRule): ReadLine | { problem: string } {
  const json = wellFormedJson(text);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { problem: "it is not valid JSON" };
  }
  if (measureJson(value, MAX_EVENT_DEPTH).isTooDeep)
    return { problem: `it is nested deeper than ${MAX_EVENT_DEPTH} levels` };
  const stripped = stripAddresses(value, rule);
  const checked = track === "rum" ? checkRumLine(stripped) : checkLogLine(stripped);
  if ("problem" in checked) return checked;
  return { event: checked.value, raw: stripped === value ? json : JSON.stringify(stripped) };
}
