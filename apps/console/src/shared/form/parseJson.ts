import type { Json } from "@marquee/contract";

/** What a text says as JSON, or in words why it says nothing. */
export type ParsedJson = { value: Json } | { problem: string };

/** @returns the value, or what is wrong and where, by line and column as an editor counts them. */
export function parseJson(text: string): ParsedJson {
  if (text.trim() === "") return { problem: 'Write a value, such as {"text": "Hello"} or null.' };
  try {
    return { value: JSON.parse(text) as Json };
  } catch (error) {
    return { problem: describe(text, (error as Error).message) };
  }
}

/** Browsers name the place as a position, as line and column, or not at all where the text ends too soon. */
function describe(text: string, message: string): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  const reason = message
    .replace(/^JSON\.parse: /, "")
    .replace(/,? (?:in JSON )?at (?:position|line) .*$/s, "")
    .replace(/, "?\.*".*is not valid JSON$/s, "");
  if (line && column) return `Line ${line}, column ${column}: ${reason}.`;
  if (position) return `${placeOf(text, Number(position))}: ${reason}.`;
  if (/end of/.test(message))
    return `${placeOf(text, text.trimEnd().length)}: the text ends too soon; close what is open.`;
  return `${reason}.`;
}

function placeOf(text: string, position: number): string {
  const lines = text.slice(0, position).split("\n");
  return `Line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}
