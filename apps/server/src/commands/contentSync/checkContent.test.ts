import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CONTENT_DIR } from "../../testing/realContent.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { checkContent } from "./checkContent.ts";

const check = (contentDir: string) =>
  checkContent({
    contentDir,
    baseDir: CONTENT_DIR,
    takenPaths: new Set(["/pricing", "/brain"]),
    ownPages: [{ page: "brain", path: "/brain" }],
  });

it("finds nothing wrong with the site's own content", async () => {
  expect(await check(CONTENT_DIR)).toEqual([]);
});

it("names every problem of every file with its place and a correct example", async () => {
  const dir = temporaryDir();
  cpSync(CONTENT_DIR, dir, { recursive: true });
  const change = (name: string, edit: (text: string) => string) =>
    writeFileSync(join(dir, name), edit(readFileSync(join(dir, name), "utf8")));
  change("copy/de/home.json", (text) => text.replace('"title"', '"titel"'));
  change("copy/it/home.json", () => "{");
  change("catalog.json", (text) => text.replace('"price": 0', '"price": "0"'));
  change("pages/en/guide.md", (text) => text.replace("title:", "titel:"));
  change("pages/en/templates/product-launch.md", (text) => text.replace("screens/board.png", "no.png"));
  writeFileSync(join(dir, "pages/en/taken.md"), "---\ntitle: A\ndescription: B\npath: /pricing\n---\nText\n");
  writeFileSync(join(dir, "flags.json"), `{ "pricing-quiz-banner-is-active": 1 }`);
  writeFileSync(join(dir, "published.json"), `{ "revision": -1 }`);
  const problems = await check(dir);
  const files = problems.map((problem) => /^content\/[\w./-]+/.exec(problem)?.[0]);
  expect(files.sort()).toEqual([
    "content/catalog.json",
    "content/copy/de/home.json",
    "content/copy/it/home.json",
    "content/flags.json",
    "content/pages/en/guide.md",
    "content/pages/en/taken.md",
    "content/pages/en/templates/product-launch.md",
    "content/published.json",
  ]);
  for (const problem of problems) expect(problem).toContain("Correct example:");
});

it("lets a page of the site be redirected while it is hidden", async () => {
  const dir = temporaryDir();
  cpSync(CONTENT_DIR, dir, { recursive: true });
  const moved = { brain: { from: "/brain", to: "/lp/ai", match: "exact", status: 301 } };
  writeFileSync(join(dir, "redirects.json"), JSON.stringify(moved));
  expect((await check(dir)).join()).toContain("/brain is a page.");
  const file = join(dir, "copy/en/brain.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"hidden": false', '"hidden": true'));
  expect(await check(dir)).toEqual([]);
});
