import type { Json } from "@marquee/contract";
import { MAX_XLIFF_BYTES } from "@marquee/contract/schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planImport } from "./importTranslations.ts";
import { readXliff } from "./readXliff.ts";
import { listTranslatedTexts } from "./translatedTexts.ts";
import { writeXliff } from "./writeXliff.ts";

const PAGE = { title: "Guide", description: "How to", path: "/guide", updated: "2026-01-02", hidden: false };
const MARKDOWN = "# Start\n\nSee [plans](/pricing) and `npm run x`.\n\n\n<b>Done</b>, {count} times.\n";

const items = (changes: Record<string, Json> = {}) =>
  new Map<string, Json>(
    Object.entries({
      "copy:en:home": {
        hero: { title: "Plans & <more>", link: "/pricing" },
        rows: [{ id: "a", count: "{count} of {all}" }],
      },
      "copy:de:home": {
        hero: { title: "Pläne", link: "/pricing" },
        rows: [{ id: "a", count: "{count} von {all}" }],
      },
      "copy:en:demo": { title: "Only in English" },
      "page:en:guide": { ...PAGE, markdown: MARKDOWN },
      "page:de:guide": { ...PAGE, title: "Handbuch", markdown: MARKDOWN },
      ...changes,
    }),
  );
const exportOf = (all: ReadonlyMap<string, Json>) =>
  writeXliff(
    listTranslatedTexts(all, "de").map((text) => ({ ...text, state: "missing" as const })),
    "de",
  );
const importInto = (file: string, all: ReadonlyMap<string, Json>, withOutdated = false) =>
  planImport(readXliff(Buffer.from(file)), all, withOutdated);
const unit = (
  target: string,
  { item = "copy:de:home", name = "/hero/title", source = "Plans &amp; &lt;more&gt;" } = {},
) =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">
<file id="f" original="${item}"><unit id="u" name="${name}"><segment><source>${source}</source><target>${target}</target></segment></unit></file></xliff>`;
/** A text of a page or its copy: words, signs of XML, placeholders, line ends. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 12 }),
      fc.constantFrom(
        "<b>",
        "&amp;",
        "]]>",
        "{count}",
        "\n\n",
        "\r\n",
        " \t ",
        "[x](/pricing)",
        "`a`",
        '"',
        "\u0001",
      ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

it("exports neither links, paths and dates, nor pages that exist only in English", () => {
  const addresses = listTranslatedTexts(items(), "de").map(({ item, pointer }) => `${item} ${pointer}`);
  expect(addresses).toEqual([
    "copy:de:home /hero/title",
    "copy:de:home /rows/a/count",
    "page:de:guide /title",
    "page:de:guide /description",
    "page:de:guide /markdown",
  ]);
});

it("protects placeholders, and code, tags and addresses of markdown", () => {
  const file = exportOf(items());
  expect(file).toContain(
    '<ph id="1" dataRef="d1" equiv="{count}" canDelete="no"/> of <ph id="2" dataRef="d2"',
  );
  expect(file).toContain('<data id="d1">](/pricing)</data><data id="d2">`npm run x`</data>');
  expect(file).toContain('<segment state="initial"><source># Start</source>');
  expect(file).toContain("<ignorable><source>\n\n</source>");
});

it("changes nothing when importing an unmodified export", () => {
  fc.assert(
    fc.property(text, text, text, (english, german, markdown) => {
      const all = items({
        "copy:en:home": { hero: { title: english } },
        "copy:de:home": { hero: { title: german } },
        "page:en:guide": { ...PAGE, markdown },
        "page:de:guide": { ...PAGE, markdown: german },
      });
      const { report, changes } = importInto(exportOf(all), all);
      expect([report.counts.changed, report.problems, report.outdated, report.unknown, changes]).toEqual([
        0,
        [],
        [],
        [],
        [],
      ]);
    }),
    { numRuns: 200 },
  );
});

it("changes exactly the texts that were translated", () => {
  const safe = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
    .map((words) => `x${words.replace(/[\p{C}{}<>[\]()`]/gu, "")}`);
  fc.assert(
    fc.property(safe, fc.boolean(), (words, isPage) => {
      const all = items();
      const field = isPage ? ["page:de:guide", "/markdown"] : ["copy:de:home", "/hero/title"];
      const value = isPage ? MARKDOWN.replace("Start", words) : words;
      const translated = listTranslatedTexts(all, "de").map((each) => ({
        ...each,
        state: "translated" as const,
        ...(each.item === field[0] && each.pointer === field[1] && { text: value }),
      }));
      const { changes, report } = importInto(writeXliff(translated, "de"), all);
      expect([changes, report.problems]).toEqual([[{ item: field[0], pointer: field[1], value }], []]);
    }),
    { numRuns: 100 },
  );
});

it("adds a page that the language does not have", () => {
  const all = items();
  all.delete("page:de:guide");
  const file = exportOf(all).replaceAll(
    '<segment state="initial"><source>Guide</source></segment>',
    '<segment state="translated"><source>Guide</source><target>Handbuch</target></segment>',
  );
  expect(importInto(file, all).changes).toEqual([
    { item: "page:de:guide", pointer: "", value: { ...PAGE, title: "Handbuch", markdown: MARKDOWN } },
  ]);
});

describe("reports", () => {
  it("translations of texts that have changed in English, and optionally uses them", () => {
    const all = items({ "copy:en:home": { hero: { title: "New" }, rows: [] } });
    const file = unit("Alt &amp; gut");
    expect(importInto(file, all)).toMatchObject({
      changes: [],
      report: {
        outdated: [{ source: "New", exportedSource: "Plans & <more>", after: "Alt & gut", line: 2 }],
      },
    });
    expect(importInto(file, all, true).changes).toEqual([
      { item: "copy:de:home", pointer: "/hero/title", value: "Alt & gut" },
    ]);
  });

  it("units that the content does not have", () => {
    const { report } = importInto(unit("Weg", { name: "/gone" }), items());
    expect(report.unknown).toEqual([{ line: 2, unit: "/gone", text: "Weg" }]);
  });

  it.each([
    ["{count} is missing.", unit("von {all}", { name: "/rows/a/count", source: "{count} of {all}" })],
    [
      "{price} has no value here.",
      unit("{count} {all} {price}", { name: "/rows/a/count", source: "{count} of {all}" }),
    ],
    [
      "](/pricing) is missing.",
      unit("Alles neu", {
        item: "page:de:guide",
        name: "/markdown",
        source: MARKDOWN.replaceAll("<", "&lt;"),
      }),
    ],
    ["<pc> can't be used", unit('<pc id="1">Fett</pc>')],
    ["The placeholder 9 stands for nothing.", unit('<ph id="9"/>')],
    ["invisible control character", unit('a<cp hex="0007"/>')],
    ["invisible control character", unit('a<cp hex="0000"/>')],
    ["<cp> has no character.", unit('a<cp hex="d83d"/>')],
    ["<cp> has no character.", unit('a<cp hex="110000"/>')],
    ["at most 500 characters", unit("x".repeat(501), { item: "image:a.png", name: "/alt/de", source: "A" })],
  ])("a text that can't be used: %s", (message, file) => {
    const image = {
      file: {} as Json,
      alt: { en: "A", de: "" },
      isDecorative: false,
      focalPoint: { x: 0, y: 0 },
    };
    const { report, changes } = importInto(file, items({ "image:a.png": image }));
    expect([report.counts.problems, changes]).toEqual([1, []]);
    expect(report.problems[0]?.problem).toContain(message);
  });

  it("a duplicate text, and segments without a translation", () => {
    const both = unit("Eins").replace("</file>", `${/<unit.*<\/unit>/.exec(unit("Zwei"))}</file>`);
    expect(importInto(both, items()).report).toMatchObject({ counts: { changed: 1, problems: 1 } });
    const half = unit("Eins").replace("</unit>", "<segment><source>More</source></segment></unit>");
    expect(importInto(half, items()).report.problems[0]?.problem).toContain("1 of 2 segments");
  });
});

describe("rejects", () => {
  const good = unit("Gut");
  it.each([
    ["a document type", `<!DOCTYPE x [<!ENTITY a "${"a".repeat(9)}">]>${good}`, "document type"],
    ["entities", good.replace("Gut", "&a;"), "not valid XML"],
    ["other XML", "<html/>", "not an XLIFF file"],
    ["another version", good.replace('version="2.0"', 'version="1.2"'), "XLIFF 1.2"],
    ["another source language", good.replace('srcLang="en"', 'srcLang="de"'), "translates from de"],
    ["a language that the site does not have", good.replace('trgLang="de"', 'trgLang="pt-PT"'), "into pt-PT"],
    ["English as the target", good.replace('trgLang="de"', 'trgLang="en"'), "into en"],
    ["a file that is cut off", good.slice(0, -20), "not valid XML"],
    ["elements that are nested too deeply", "<a>".repeat(200_000), "nested too deeply"],
    [
      "marks that are nested too deeply",
      unit(`${"<mrk id='1'>".repeat(3000)}x${"</mrk>".repeat(3000)}`),
      "nested too deeply",
    ],
    [
      "groups that are nested too deeply",
      good
        .replace("<unit", `${"<group id='1'>".repeat(3000)}<unit`)
        .replace("</unit>", `</unit>${"</group>".repeat(3000)}`),
      "nested too deeply",
    ],
    ["an empty file", "", "not valid XML"],
    ["a file that is too large", `${good}${" ".repeat(MAX_XLIFF_BYTES)}`, "larger than 4 MB"],
  ])("%s", (_what, file, message) => {
    expect(() => readXliff(Buffer.from(file))).toThrow(message);
  });

  it("another encoding", () => {
    expect(() => readXliff(Buffer.from(good, "utf16le"))).toThrow();
    expect(() => readXliff(Buffer.from([0xff, 0xfe, 0x3c]))).toThrow("not in UTF-8");
  });

  it("no file that differs from the export only in its language tag", () => {
    expect(readXliff(Buffer.from(good.replace('trgLang="de"', 'trgLang="de-DE"'))).locale).toBe("de");
    expect(readXliff(Buffer.from(good.replace('trgLang="de"', 'trgLang="FR"'))).locale).toBe("fr-FR");
  });
});
