/**
 * Compiles a pattern of the console. It must match the whole text; a star matches any text, including none. Searches each part between two stars from the end of
 * the previous part, so the time depends only on the length of the text, not on the number of stars.
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  const [start = "", ...parts] = pattern.split("*");
  const end = parts.pop();
  if (end === undefined) return (text) => text === pattern;
  return (text) => {
    const last = text.length - end.length;
    if (last < start.length || !text.startsWith(start) || !text.endsWith(end)) return false;
    let from = start.length;
    for (const part of parts) {
      const index = text.indexOf(part, from);
      if (index < 0) return false;
      from = index + part.length;
    }
    return from <= last;
  };
}
