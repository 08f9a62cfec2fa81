/** Lines that an image can be part of: list items with the indented lines below them, and table rows. */
const KEEPS_IMAGES = /^(?:\s*(?:[-*+]|\d+[.)])\s|\s{2,}\S|\s*\|)/;

/**
 * Adds an image to markdown: at the caret in an empty line, a list or a table, otherwise below the paragraph, heading or quotation around the caret, which it
 * would split.
 */
export function placeImage(text: string, caret: number, image: string): string {
  const line = text.slice(text.slice(0, caret).lastIndexOf("\n") + 1).split("\n", 1)[0] ?? "";
  if (KEEPS_IMAGES.test(line)) return text.slice(0, caret) + image + text.slice(caret);
  const end = line.trim() === "" ? caret : endOfBlock(text, caret);
  const [before, after] = [text.slice(0, end).trimEnd(), text.slice(end).trimStart()];
  return [before, image, after].filter((part) => part !== "").join("\n\n");
}

function endOfBlock(text: string, caret: number): number {
  const gap = text.slice(caret).search(/\n[ \t]*(?:\n|$)/);
  return gap < 0 ? text.length : caret + gap;
}
