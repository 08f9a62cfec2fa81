import type { SourceLine, StackLine } from "@marquee/contract/schema";

/** A stack trace as text for copying: source locations if known, the browser's own text otherwise. */
export function stackText(lines: readonly StackLine[]): string {
  return lines.map(lineText).join("\n");
}

function lineText({ text, source }: StackLine): string {
  if (!source) return text;
  const { functionName, file, line, column } = source;
  const place = `${file}:${line}:${column}`;
  return `    at ${functionName ? `${functionName} (${place})` : place}`;
}

/** Where an error was thrown: the source location if known, otherwise as the browser reported it. */
export function locationText({ source, frame }: { source: SourceLine | null; frame: string }): string {
  if (!source) return frame || "unknown location";
  const { functionName, file, line } = source;
  return `${functionName ? `${functionName} in ` : ""}${file}:${line}`;
}

/** When an error was seen: "first Jun 3, 14:00 in release 1a2b3c4". Without the release if it is unknown. */
export function firstAndLastSeen(which: "first" | "last", instant: string, place: string): string {
  return `${which} ${instant}${place && ` in ${place}`}`;
}
