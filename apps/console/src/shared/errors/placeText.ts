import type { SourceLine } from "@marquee/contract/schema";

/** Where an error was thrown: in the source as it was written, else as the browser told it. */
export function placeText({ source, frame }: { source: SourceLine | null; frame: string }): string {
  if (!source) return frame || "place not known";
  const { functionName, file, line } = source;
  return `${functionName ? `${functionName} in ` : ""}${file}:${line}`;
}
