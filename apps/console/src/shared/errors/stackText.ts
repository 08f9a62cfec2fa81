import type { StackLine } from "@marquee/contract/schema";

/** A stack as one text to be passed on: each place as it was written where that is known, else as the browser told it. */
export function stackText(lines: readonly StackLine[]): string {
  return lines.map(lineText).join("\n");
}

function lineText({ text, source }: StackLine): string {
  if (!source) return text;
  const { functionName, file, line, column } = source;
  const place = `${file}:${line}:${column}`;
  return `    at ${functionName ? `${functionName} (${place})` : place}`;
}
