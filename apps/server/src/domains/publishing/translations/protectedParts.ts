import { PLACEHOLDER } from "../../content/textProblem.ts";

/** Placeholders, and in markdown also HTML tags, addresses of links and images, and code. */
const IN_MARKDOWN = /\{\w+\}|<\/?[a-zA-Z][^<>]*>|\]\([^()\s]*\)|`[^`\n]+`/g;

/** A part of a text: words, or what a translator must keep. */
export type TextPart = { words: string } | { protectedPart: string };

export function splitProtected(text: string, isMarkdown: boolean): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: part, index } of text.matchAll(isMarkdown ? IN_MARKDOWN : PLACEHOLDER)) {
    if (index > end) parts.push({ words: text.slice(end, index) });
    parts.push({ protectedPart: part });
    end = index + part.length;
  }
  if (end < text.length) parts.push({ words: text.slice(end) });
  return parts;
}

/**
 * A problem with the protected parts of a translation: one that the English text and the current translation have is missing, or one that neither has
 * was added. Null if there is none.
 * @param present the current translation; null if there is none.
 */
export function protectedPartsProblem(
  { source, present, isMarkdown }: { source: string; present: string | null; isMarkdown: boolean },
  text: string,
): string | null {
  const keptIn = (of: string) =>
    new Set(
      splitProtected(of, isMarkdown).flatMap((part) => ("protectedPart" in part ? [part.protectedPart] : [])),
    );
  const [wanted, now, translated] = [keptIn(source), keptIn(present ?? source), keptIn(text)];
  const lost = [...wanted].find((part) => now.has(part) && !translated.has(part));
  if (lost !== undefined) return `${lost} is missing. Put it back where it belongs in this language.`;
  const extra = [...translated].find((part) => !wanted.has(part) && !now.has(part));
  return extra === undefined ? null : `${extra} is not in the English text. Remove it.`;
}
