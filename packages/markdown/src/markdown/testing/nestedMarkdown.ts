/** Markdown with the word "leaf" inside a number of levels, by kind of nesting. */
export const NESTED_MARKDOWN: Readonly<Record<string, (levels: number) => string>> = {
  quotes: (levels) => `${"> ".repeat(levels)}leaf`,
  lists: (levels) => `${"- ".repeat(levels)}leaf`,
  numberedLists: (levels) => `${"1. ".repeat(levels)}leaf`,
  quotedLists: (levels) => `${"> - ".repeat(levels / 2)}leaf`,
  blocks: (levels) => around("<div>", "</div>", levels),
  blocksOnLines: (levels) => around("<div>\n\n", "\n\n</div>", levels),
  details: (levels) => around("<details>", "</details>", levels),
  inlineElements: (levels) => around("<b>", "</b>", levels),
  unknownElements: (levels) => around("<x-y>", "</x-y>", levels),
  links: (levels) => around("[", "](/x)", levels),
  images: (levels) => around("![", "](/x)", levels),
  asterisks: (levels) => around("*", "*", levels),
  asterisksApart: (levels) => around("*a ", " a*", levels),
  strongApart: (levels) => around("**a ", " a**", levels),
  underscoresApart: (levels) => around("_a ", " a_", levels),
  strikethrough: (levels) => around("~~a ", " a~~", levels),
  highlights: (levels) => around("==a ", " a==", levels),
  emphasisOfEntities: (levels) => around("*&amp; ", " &amp;*", levels),
  strongLinks: (levels) => around("**[", "](/x)**", levels / 2),
};

function around(open: string, close: string, levels: number): string {
  return `${open.repeat(levels)}leaf${close.repeat(levels)}`;
}
