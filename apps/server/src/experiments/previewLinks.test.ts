import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { experimentDefinition } from "../testing/experimentDefinition.ts";
import { createPreviewLinks, readPreview } from "./previewLinks.ts";

const KEY = () => "a signing key";
const links = createPreviewLinks(KEY, experimentDefinition(), "/pricing");
const previewOf = (url: string) => new URL(url, "https://trellis.example").searchParams.get("preview");

describe("preview links", () => {
  it("are one per variation and parse to its keys", () => {
    expect(links.map(({ variation }) => variation)).toEqual(["control", "shown"]);
    expect(links[1]?.url).toMatch(/^\/pricing\?preview=quiz\.shown\.[A-Za-z0-9_-]{22}$/);
    expect(links.map(({ url }) => readPreview(KEY, previewOf(url)))).toEqual([
      { experiment: "quiz", variation: "control" },
      { experiment: "quiz", variation: "shown" },
    ]);
  });

  it("are valid for one variation and one signing key only", () => {
    const value = previewOf(links[1]?.url ?? "") ?? "";
    expect(readPreview(KEY, value.replace("shown", "control"))).toBeNull();
    expect(readPreview(() => "another key", value)).toBeNull();
    expect(readPreview(KEY, [value])).toBeNull();
  });

  it("cannot be forged", () => {
    const anything = fc.oneof(
      fc.anything(),
      fc.string(),
      fc.stringMatching(/^quiz\.shown\.[A-Za-z0-9_-]{0,22}$/),
      fc.constant("quiz.shown."),
      fc.constant("quiz.shown"),
    );
    fc.assert(fc.property(anything, (query) => readPreview(KEY, query) === null));
  });
});
