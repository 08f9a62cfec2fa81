import { splitCodeSpans } from "./codeSpans.ts";

/** Replaces comments on a line of their own, because they separate the text around them. */
export const EMPTY_COMMENT = "<!-- -->";
const MARKS_PATTERN = /(<!--|-->)/;
/** Markers of quotes and list items, and the space around them. */
const MARKERS_PATTERN = /^[\s>*+-]*$/;

interface CommentRemover {
  /** The line without comments. Call it with each line in order, apart from those of fenced code. */
  remove(line: string, index: number): string;
  /** Whether a comment continues after the last line. */
  isOpen(): boolean;
}

/**
 * Creates a function that removes comments, because the parser drops text next to them. An unclosed comment is text.
 * @param lines the whole document.
 */
export function createCommentRemover(lines: readonly string[]): CommentRemover {
  const lastEnd = lines.findLastIndex((line) => line.includes("-->"));
  let isOpen = false;
  return {
    isOpen: () => isOpen,
    remove(line, index) {
      if (!isOpen && !line.includes("<!--")) return line;
      let remaining = "";
      let begins = false;
      const lastEndInLine = line.lastIndexOf("-->");
      let position = 0;
      // Code cannot be recognized within a comment.
      const parts = isOpen ? [{ text: line, isCode: false }] : splitCodeSpans(line);
      for (const { text, isCode } of parts)
        for (const part of isCode && !isOpen ? [text] : text.split(MARKS_PATTERN)) {
          position += part.length;
          if (isOpen) isOpen = part !== "-->";
          else if (part === "<!--") {
            isOpen = lastEnd > index || lastEndInLine >= position;
            begins ||= isOpen;
            if (!isOpen) remaining += "&lt;!--";
          } else remaining += part;
        }
      // The remaining text must not become code due to its spaces.
      if (/^\S/.test(line)) remaining = remaining.trimStart();
      return begins && MARKERS_PATTERN.test(remaining) ? remaining + EMPTY_COMMENT : remaining;
    },
  };
}
