import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Catalog,
  type Json,
  NO_BANNER,
  newImage,
  type SiteContent,
  siteImageOf,
} from "@marquee/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { minimalSite } from "../../testing/minimalSite.ts";
import { silent } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { linkedPages } from "./hiddenPages.ts";
import type { ItemOverlay } from "./kinds/kindDeclaration.types.ts";
import { itemOfPage } from "./kinds/page.ts";
import { mergeOverlay, NO_OVERLAY, type Overlay } from "./overlay.ts";
import { applyOverlay, servedContent } from "./siteContent.ts";
import { startContent } from "./startContent.ts";

const IMAGE = newImage({
  hash: createHash("sha256").digest("hex"),
  width: 8,
  height: 8,
  format: "png",
  bytes: 9,
});
const PAGE: Json = { title: "New", description: "About it.", markdown: "Text" };
const REDIRECT: Json = { from: "/old", to: "/a", match: "exact", status: 301 };

/** Valid and invalid values, and values that conflict with another change. */
const CHANGES: readonly [item: string, pointer: string, values: readonly Json[]][] = [
  ["copy:en:home", "/title", ["1", "2", "", 3]],
  ["copy:en:home", "/rows/first/text", ["1", "2"]],
  ["copy:de:brain", "/hidden", [true, false, "yes"]],
  ["copy:en:gone", "/title", ["1"]],
  ["page:en:a", "/title", ["1", "2", ""]],
  ["page:en:a", "/path", ["/b", "/old", "/a"]],
  ["page:en:guide", "/hidden", [true, false]],
  ["page:en:guide", "", [null, PAGE]],
  ["page:en:new", "", [null, PAGE, { title: 1 }]],
  ["page:en:new", "/title", ["1"]],
  ["redirects", "/old", [null, REDIRECT, { ...(REDIRECT as object), from: "/a" }]],
  ["sections", "/lp/hidden", [["plan"], [], ["nothing"]]],
  ["banner", "/paths", [["*"], [], ["pricing"]]],
  ["banner", "/from", ["2026-12-01T09:00:00Z", null, "soon"]],
  ["banner", "/until", ["2026-11-01T09:00:00Z", "2026-12-02T09:00:00Z", null]],
  ["copy:en:banner", "/text", ["1", "", 3]],
  ["image:a.png", "/alt/en", ["1", "2"]],
  ["image:a.png", "", [null]],
  ["image:b.png", "", [null, IMAGE as unknown as Json, { alt: {} }]],
];

it("an incremental build equals a full rebuild", async () => {
  const contentDir = temporaryDir();
  mkdirSync(join(contentDir, "pages/en"), { recursive: true });
  for (const name of ["a", "guide"])
    writeFileSync(
      join(contentDir, `pages/en/${name}.md`),
      "---\ntitle: A\ndescription: About it.\n---\nText\n",
    );
  const content = await startContent({ contentDir, log: silent, remote: null, takenPaths: new Set(["/"]) });
  const { copy, sections } = minimalSite.siteContent.files();
  const home = { title: "0", rows: [{ id: "first", text: "0" }] };
  const shell = { footer: { guide: "Guide" }, product: { brain: { label: "Brain" } } };
  const files: SiteContent = {
    version: "files",
    copy: { ...copy, en: { home, shell }, de: { brain: { hidden: false }, shell } },
    catalog: {} as Catalog,
    sections,
    banner: NO_BANNER,
    images: { "a.png": siteImageOf(IMAGE) },
  };
  const edited: SiteContent = {
    ...files,
    copy: { ...files.copy, en: { ...files.copy.en, home: { ...home, title: "Edited" } } },
    images: { "a.png": siteImageOf({ ...IMAGE, isDecorative: true }) },
  };
  const items = new Map<string, Json>([
    ["copy:en:home", home],
    ["copy:de:brain", { hidden: false }],
    ["image:a.png", IMAGE as unknown as Json],
    ["redirects", {}],
    ["sections", sections as unknown as Json],
    ["banner", NO_BANNER],
    ...[...content.build(NO_OVERLAY).catalog.byPath.values()].flatMap(itemOfPage),
  ]);
  const build = (site: SiteContent, overlay: Overlay) => {
    const { catalog, paths, redirects, unused } = content.build(overlay);
    const pages = [...catalog.byPath].map(([path, { page, item }]) => ({ path, page, item }));
    const served = servedContent(applyOverlay(site, overlay).content, linkedPages(catalog));
    return { served, pages, entries: catalog.entries, paths: [...paths], redirects, unused };
  };
  /** As read from the store, where equal changes of several items are one object. */
  const byJson = new Map<string, ItemOverlay>();
  const shared = (overlay: Overlay): Overlay =>
    new Map(
      [...overlay].map(([key, changes]) => {
        const json = JSON.stringify(changes);
        const same = byJson.get(json) ?? changes;
        byJson.set(json, same);
        return [key, same];
      }),
    );
  const change = fc
    .constantFrom(...CHANGES)
    .chain(([item, pointer, values]) =>
      fc.constantFrom(...values).map((value) => ({ item, pointer, value })),
    );
  try {
    fc.assert(
      fc.property(
        fc.array(fc.record({ change, from: fc.nat({ max: 30 }), isEdited: fc.boolean() }), {
          minLength: 5,
          maxLength: 30,
        }),
        (steps) => {
          const overlays: Overlay[] = [new Map()];
          for (const { change: each, from, isEdited } of steps) {
            // Starts from the last overlay or an earlier one, as when a revision is restored.
            const before = overlays[from] ?? overlays.at(-1) ?? new Map();
            const overlay = shared(mergeOverlay(before, [each], items));
            overlays.push(overlay);
            const site = isEdited ? edited : files;
            expect(build(site, overlay)).toEqual(build(structuredClone(site), structuredClone(overlay)));
          }
        },
      ),
      { numRuns: 60 },
    );
  } finally {
    content.stop();
  }
});
