import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parseAst } from "vite";
import { expect, test } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { RRWEB_SHA256, RRWEB_VERSION, rewriteRrweb } from "./rewriteRrweb.ts";

const dist = dirname(createRequire(import.meta.url).resolve("@rrweb/record"));
const bundle = readFileSync(join(dist, "record.js"), "utf8");
const installed: { version: string } = JSON.parse(readFileSync(join(dist, "../package.json"), "utf8"));
const WHAT_TO_DO =
  "rrweb has changed. The sliced first snapshot depends on its internals: check each point of packages/measure/src/replay/slicedSnapshot/README.md, then update RRWEB_VERSION and RRWEB_SHA256 in rewriteRrweb.ts";

test("pins rrweb to the version that the sliced snapshot was checked with", () => {
  expect(manifest.dependencies["@rrweb/record"], WHAT_TO_DO).toBe(RRWEB_VERSION);
  expect(installed.version, WHAT_TO_DO).toBe(RRWEB_VERSION);
});

test("installs the rrweb bundle that the sliced snapshot was checked with", () => {
  expect(createHash("sha256").update(bundle).digest("hex"), WHAT_TO_DO).toBe(RRWEB_SHA256);
});

test("replaces each piece exactly once and returns a valid module", () => {
  const rewritten = rewriteRrweb(bundle);
  expect(() => parseAst(rewritten)).not.toThrow();
  expect(rewritten).toContain('const jsContent = "";');
  expect(rewritten).not.toContain('old.setAttribute("style"');
  expect(rewritten).toContain("if (mirror.hasNode(n2)) queue.push(n2);");
});

test("rejects a bundle in which a piece is missing or occurs twice", () => {
  expect(() => rewriteRrweb(bundle.replace("class CanvasManager {", "class Canvases {"))).toThrow(/0 times/);
  expect(() => rewriteRrweb(`${bundle}\nreturn index.contains(doc, n) || shadowHostInDom(n);`)).toThrow(
    /2 times/,
  );
});
