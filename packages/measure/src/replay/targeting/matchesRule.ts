import type { RecordingRule, SegmentEvent } from "@marquee/contract";
import { compilePattern } from "../../privacy/filterAddress.ts";

/** Something that rules are held against. */
export type Occurrence =
  | { kind: "address"; path: string }
  | { kind: "event"; event: Pick<SegmentEvent, "type" | "event" | "properties"> }
  | { kind: "flags"; flags: Readonly<Record<string, unknown>> };

/** Whether a rule wants sessions recorded in which this occurs. */
export function matchesRule(rule: RecordingRule, occurrence: Occurrence): boolean {
  switch (rule.kind) {
    case "address":
      return occurrence.kind === "address" && compilePattern(rule.pattern).test(occurrence.path);
    case "flag":
      return occurrence.kind === "flags" && matchesFlag(rule, occurrence.flags);
    case "event":
      return (
        occurrence.kind === "event" &&
        occurrence.event.type === "track" &&
        occurrence.event.event === rule.name
      );
    case "property":
      return occurrence.kind === "event" && matchesProperty(rule, occurrence.event.properties ?? {});
  }
}

/** Answers are compared as JSON, however the rule writes it. */
function matchesFlag(
  { key, value }: Extract<RecordingRule, { kind: "flag" }>,
  flags: Readonly<Record<string, unknown>>,
): boolean {
  return Object.hasOwn(flags, key) && JSON.stringify(flags[key]) === normalise(value);
}

function normalise(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return JSON.stringify(json);
  }
}

/** Texts as they are, anything else as JSON. */
function matchesProperty(
  { name, value }: Extract<RecordingRule, { kind: "property" }>,
  properties: Readonly<Record<string, unknown>>,
): boolean {
  if (!Object.hasOwn(properties, name)) return false;
  const actual = properties[name];
  return (typeof actual === "string" ? actual : JSON.stringify(actual)) === value;
}
