import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitizeCssAddresses, sanitizeSheetAddresses } from "./cssAddresses.ts";

/** Enough for each form of URL with each prefix; `npm run test:soak` tries 5,000. */
const RUNS = Math.max(1500, fc.readConfigureGlobal().numRuns ?? 0);
const MOMENT = { origin: "https://trellis.example", at: 7 };
const FILES = "/console/archive/files/7";
const sanitized = (css: string, property?: string) => sanitizeCssAddresses(css, MOMENT, property);

/** The text as browsers read it: without escapes (CSS Syntax 3, section 4.3.7) and comments. */
function read(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\\(?:([\da-f]{1,6})\s?|\n|([\s\S]))/gi, (_, hex?: string, other?: string) =>
      hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : (other ?? ""),
    );
}

describe("sanitizeCssAddresses", () => {
  it.each([
    ["a{b:url(/a.png)}", `a{b:url(${FILES}/a.png)}`],
    ["a{b:u\\72l(/a.png)}", `a{b:url(${FILES}/a.png)}`],
    ["a{b:url( 'https://trellis.example/a.png' )}", `a{b:url( '${FILES}/a.png' )}`],
    [
      'a{b:image-set("/a.png" 1x, "/b.png" type("image/png") 2x)}',
      `a{b:image-set("${FILES}/a.png" 1x, "${FILES}/b.png" type("image/png") 2x)}`,
    ],
    ['@import "/a.css" layer(x);', `@import "${FILES}/a.css" layer(x);`],
    [
      "@font-face{src:local('A'),url(https://trellis.example/f.woff2) format('woff2')}",
      `@font-face{src:local('A'),url(${FILES}/f.woff2) format('woff2')}`,
    ],
    ['a{b:url("/a b\\"c.png")}', `a{b:url("${FILES}/a%20b%22c.png")}`],
    ['a{--logo:"https://trellis.example/a.png"}', `a{--logo:"${FILES}/a.png"}`],
  ])("points URLs to the archive: %s", (css, archived) => {
    expect(sanitized(css)).toBe(archived);
    expect(sanitized(archived)).toBe(archived);
  });

  it.each([
    "a{b:url(a.png)}",
    "a{b:url(#part)}",
    "a{b:url( data:image/png;base64,AA// )}",
    '@font-face{src:url("data:font/woff2;base64,AA")}',
    'a::after{content:"https://evil.example" var(--divider, "//x")}',
    'q{quotes:"//" "//" "a" "b"}',
    'a[href^="https://evil.example"]{b:c}',
    '@namespace svg url(http://www.w3.org/2000/svg);@namespace "http://www.w3.org/1999/xhtml";',
    'a{--divider:"/";--text:"//";font-family:"A: B", Inter}',
    "a{grid-template-areas:'a b' 'c d'}",
    "/* url(https://evil.example) */a{}",
    "@media (width>1px){a:hover{color:#fff}}",
    "a{b:url(unclosed",
  ])("leaves text unchanged: %s", (css) => {
    expect(sanitized(css)).toBe(css);
  });

  const HOST = "evil.example";
  const FORMS = [
    "a{b:url(@)}",
    "a{b:url( @ )}",
    'a{b:url("@")}',
    "a{b:url('@' )}",
    'a{b:src("@")}',
    'a{b:image-set("@" 1x)}',
    "a{b:image-set(url(@) 1x)}",
    'a{b:-webkit-image-set("@" 1x, "/a.png" 2x)}',
    'a{b:image("@")}',
    "a{b:cross-fade(url(@), url(/a.png))}",
    'a{b:-webkit-cross-fade(url("@"), linear-gradient(red, red), 50%)}',
    'a{content:image-set("@" 1x)}',
    'a{content:url("@")}',
    "a{--x:url(@);b:var(--x)}",
    'a{--x:"@";b:image-set(var(--x) 1x)}',
    '@property --x{syntax:"*";inherits:true;initial-value:"@"}',
    'a{b:image-set(var(--x, "@") 1x)}',
    '@import "@";',
    '@import "@" layer(x) screen;',
    "@import url(@);",
    '@import url("@") supports(b:c);',
    "@font-face{font-family:x;src:url(@)}",
    'a{cursor:url("@"), auto}',
    "a{filter:url(@#x);mask:url(@#x);clip-path:url(@#x);shape-outside:url(@)}",
    "a{offset-path:url(@#x);marker:url(@#x);border-image-source:url(@)}",
    "@media screen{a{&:hover{b:url(@)}}}",
    "@container (width>1px){a{list-style:square url(@)}}",
    '@counter-style x{system:cyclic;symbols:image-set("@" 1x)}',
    "a{filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(src='@')}",
    'a{b:url("@" crossorigin(anonymous))}',
    "a{b:url(@",
    'a{b:url("@',
  ];
  const PREFIXES = [
    "https://",
    "http://",
    "//",
    "HTTPS:",
    "http:/",
    "\\\\\\\\",
    "/\\\\",
    "wss://",
    "ftp://",
    "blob:https://",
  ];
  /** A character in any of its CSS spellings. */
  const written = (letter: string) => {
    const hex = letter.charCodeAt(0).toString(16);
    const escapes = [
      `\\${hex} `,
      `\\${hex.padStart(6, "0")} `,
      ...(/[g-z]/i.test(letter) ? [`\\${letter}`] : []),
    ];
    return fc.oneof({ weight: 4, arbitrary: fc.constant(letter) }, fc.constantFrom(...escapes));
  };
  const anyWriting = (text: string) =>
    fc
      .tuple(...[...text].map((each) => (/[\w:]/.test(each) ? written(each) : fc.constant(each))))
      .map((parts) => parts.join(""));
  const css = fc.constantFrom(...FORMS).chain((form) =>
    fc.constantFrom(...PREFIXES).chain((prefix) => {
      const address = anyWriting(`${prefix}${HOST}/a.png`);
      // Names of functions and rules may be escaped too.
      const shape = form
        .split(/(url\(|src\(|image-set\(|image\(|@import)/)
        .map((part, index) =>
          index % 2 === 0
            ? fc.constant(part)
            : part.startsWith("@")
              ? anyWriting(part.slice(1)).map((name) => `@${name}`)
              : anyWriting(part.slice(0, -1)).map((name) => `${name}(`),
        );
      const around = fc.constantFrom(
        "",
        " ",
        "/* c */",
        "a{color:red}",
        "@media print{b{c:d}}",
        "}",
        ")",
        "<!--",
        "\n",
      );
      return fc.tuple(around, fc.tuple(...shape), address, around).map(
        ([before, parts, written, after]) =>
          before +
          parts
            .join("")
            .replaceAll("@font", "@\0font")
            .replace(/@(?=[)"' #]|$)/g, () => written)
            .replaceAll("\0", "") +
          after,
      );
    }),
  );

  it("removes other hosts in every form and spelling", () => {
    fc.assert(
      fc.property(css, (text) => {
        expect(read(text).toLowerCase()).toContain(HOST);
        expect(read(sanitized(text)).toLowerCase(), text).not.toContain(HOST);
        expect(read(sanitizeSheetAddresses(text, MOMENT)).toLowerCase(), text).not.toContain(HOST);
      }),
      { numRuns: RUNS },
    );
  });

  it("finds URLs hidden by data URLs, line breaks or ignored characters", () => {
    for (const css of [
      "@import url(data:text/css,@import%20'https://evil.example/a.css');",
      "@import 'data:text/css;base64,QGltcG9ydA==';",
      '@import "/\\\n/evil.example/a.css";',
      'a{b:url("\\9 //evil.example/a.png")}',
      'a{b:url("h\\a ttps://evil.example/a.png")}',
      'a{b:image-set("\\1 https://evil.example/a.png" 1x)}',
    ]) {
      expect(read(sanitized(css)), css).not.toMatch(/evil\.example|data:/);
    }
  });

  it("takes linear time for hostile input", () => {
    const hostile = [
      "url(",
      'url("',
      "url(//",
      "image-set(",
      "@import ",
      "@import '",
      '"',
      "'",
      "\\",
      "/*",
      "(",
      "[",
      "{",
      "}",
      "a:",
      "--",
      'content:"//a";',
      '{content:"//a";',
      "<!--",
      "u\\72l(",
      "((scripting:",
      "( ",
      "a{b:url(//e)}",
      '"\n',
      "@media(",
      "'\\\n",
    ];
    for (const text of hostile) {
      expect(sanitized(text.repeat(20_000)).length, text).toBeGreaterThan(0);
      expect(sanitizeSheetAddresses(text.repeat(20_000), MOMENT), text).toBeTypeOf("string");
    }
  });
});

describe("sanitizeSheetAddresses", () => {
  const closed = (css: string) => sanitizeSheetAddresses(css, MOMENT);

  it.each([
    ["a{b:c}", "a{b:c}"],
    ["@import 'a.css'; ", "@import 'a.css'; "],
    ["@import 'a.css'", "@import 'a.css';"],
    ["@import 'http", "@import ;"],
    ["a{b:url(x", "a{b:}"],
    ["@media x{a{b:c", "@media x{a{b:c}}"],
    ["a:is(b", "a:is(b){}"],
    ["a", "a{}"],
    ["a{b:c} /* d", "a{b:c} "],
    ["a{b:c\\", "a{b:}"],
    ['a{b:"c\\"', "a{b:}"],
    ["a{b:url(c\\)", "a{b:}"],
    ["@supports (a:b", "@supports (a:b);"],
  ])("closes everything that is open: %j", (css, expected) => {
    expect(closed(css)).toBe(expected);
  });

  it("returns text whose meaning does not depend on what follows", () => {
    const piece = fc.string({
      unit: fc.constantFrom(..."a:;{}()[]\"'\\/*@ \nu", "url(", "//evil.example"),
      maxLength: 12,
    });
    fc.assert(
      fc.property(piece, piece, (one, other) => {
        // If both texts are closed, no URL can begin in one and end in the other.
        const joined = closed(one) + closed(other);
        expect(sanitized(joined)).toBe(joined);
      }),
      { numRuns: RUNS },
    );
  });
});
