const TICKS_PATTERN = /(`+)/;

/** A part of a line of Markdown: code with its backticks, or other text. */
interface LinePart {
  text: string;
  isCode: boolean;
}

/** Splits a line at its code spans: from a run of backticks to the next of the same length (CommonMark, section 6.1). */
export function splitCodeSpans(line: string): LinePart[] {
  if (!line.includes("`")) return [{ text: line, isCode: false }];
  const pieces = line.split(TICKS_PATTERN);
  /** Positions of the runs of each length, the next one last. */
  const runs = new Map<number, number[]>();
  for (let index = pieces.length - 2; index > 0; index -= 2) {
    const length = pieces[index]?.length ?? 0;
    const same = runs.get(length);
    if (same) same.push(index);
    else runs.set(length, [index]);
  }
  const parts: LinePart[] = [];
  for (let index = 0; index < pieces.length; index += 1) {
    const text = pieces[index] ?? "";
    const same = index % 2 === 1 ? runs.get(text.length) : undefined;
    while (same && (same.at(-1) ?? Number.POSITIVE_INFINITY) <= index) same.pop();
    const end = same?.at(-1);
    if (end === undefined) parts.push({ text, isCode: false });
    else {
      parts.push({ text: pieces.slice(index, end + 1).join(""), isCode: true });
      index = end;
    }
  }
  return parts;
}
