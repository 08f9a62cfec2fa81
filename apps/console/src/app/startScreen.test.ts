import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SCREENS } from "./screens.ts";
import { findScreen } from "./startScreen.ts";

const SRC = join(import.meta.dirname, "..");

/** Every internal link in the source, with the file that contains it. */
function linksOf(): [path: string, file: string][] {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  return files.flatMap((file) => {
    const text = readFileSync(join(SRC, file), "utf8");
    const hrefs = [
      ...text.matchAll(/<(?:Link|LinkButton|TextLink|BackLink)\b[^>]*?\bhref=(?:"|\{`)(\/[^"`?#]*)/gs),
    ];
    return hrefs.map(([, path = ""]): [string, string] => [
      path.replace(/\$\{search $/, "").replace(/\$\{[^}]*\}/g, "x"),
      file,
    ]);
  });
}

/** Shown before sign-in, with their own routes in `App.tsx`. */
const SIGNED_OUT = ["/forgot-password"];

describe("screens", () => {
  it("finds the screen for a path, and none for an unknown path", () => {
    expect(findScreen("/")?.title).toBe("Overview");
    expect(findScreen("/flags/banner")?.path).toBe("/flags/:key");
    expect(findScreen("/experiments/new")?.title).toBe("New experiment");
    expect(findScreen("/experiments/hero/edit")?.title).toBe("Edit experiment");
    expect(findScreen("/flags/a/b")).toBeUndefined();
    expect(findScreen("/nothing")).toBeUndefined();
  });

  it("lists each path once, and an icon exactly for screens in the navigation", () => {
    expect(new Set(SCREENS.map(({ path }) => path)).size).toBe(SCREENS.length);
    expect(SCREENS.filter(({ group, Icon }) => (group === undefined) !== (Icon === undefined))).toEqual([]);
  });

  it("has a screen for every internal link", () => {
    const links = linksOf();
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter(([path = ""]) => !findScreen(path) && !SIGNED_OUT.includes(path))).toEqual([]);
  });
});
