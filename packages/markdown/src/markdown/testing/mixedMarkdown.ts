import fc from "fast-check";

/** Placeholder for a word in the samples. */
const WORD = "W";

const inline = fc.constantFrom(
  WORD,
  WORD,
  "*W*",
  "**W**",
  "`W`",
  "[W](/x)",
  "~~W~~",
  "~W~",
  "W[^1]",
  "W<br>W",
  "<b>W</b>",
  "<kbd>W</kbd>",
  "<span>W</span>",
  "<tt text='z'>W</tt>",
  "<a href='/x'>W</a>",
  "<!-- z -->",
  "<!-- z\nz -->",
  "<o:p></o:p>",
);
const line = fc.array(inline, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(" "));
const gap = fc.constantFrom("", "", " ", "\n", "\n\n");
const lineEnd = fc.constantFrom("", "\n");
const lines = fc.array(line, { minLength: 1, maxLength: 3 });

const { block } = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: "small", maxDepth: 3 },
    line,
    line,
    fc
      .record({
        tag: fc.constantFrom("p", "div", "section", "blockquote", "figure", "h2", "details", "article"),
        children: fc.array(tie("block"), { minLength: 1, maxLength: 2 }),
        gaps: fc.tuple(gap, gap, gap),
      })
      .map(({ tag, children, gaps }) => `<${tag}>${gaps[0]}${children.join(gaps[1])}${gaps[2]}</${tag}>`),
    fc
      .tuple(gap, tie("block"), gap)
      .map(([one, child, other]) => `<details>${one}<summary>W</summary>${other}${child}${one}</details>`),
    fc
      .tuple(lineEnd, lines)
      .map(([end, items]) => `<ul>${end}${items.map((each) => `<li>${each}</li>`).join(end)}${end}</ul>`),
    fc.tuple(lineEnd, lines).map(([end, cells]) => {
      const rows = cells.map((each) => `<tr>${end}<td>${each}</td>${end}</tr>`);
      return `<table>${end}${rows.join(end)}${end}</table>`;
    }),
    line.map((text) => `# ${text}`),
    line.map((text) => `> ${text}\n> W\n\n`),
    line.map((text) => `- ${text}\n- W\n\n`),
    line.map((text) => `1. ${text}\n2. W\n\n`),
    fc.constantFrom(
      "\n```\nW\n```\n",
      "\n~~~\nW W\n~~~\n",
      "\n\n| W | W |\n|---|---|\n| W | W |\n\n",
      "<pre>W\nW</pre>",
      "<!-- z -->",
      "<!--\nz\n-->",
      "<div></div>",
      "<p></p>",
      "<hr>",
      "---",
    ),
  ),
}));

/** Markdown mixed with allowed HTML, with unique words, and the list of words. Lists and quotes end with an empty line. */
export const mixedMarkdown = fc
  .array(fc.tuple(block, fc.constantFrom("", " ", "\n", "\n", "\n\n", "\n\n")), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => {
    const written = parts.flat().join("");
    const words: string[] = [];
    const next = () => {
      const word = `w${words.length}q`;
      words.push(word);
      return word;
    };
    const source = written.includes("[^1]") ? `${written}\n\n[^1]: ${WORD}` : written;
    return { source: source.replaceAll(WORD, next), words };
  });
