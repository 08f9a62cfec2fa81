import { describe, expect, it } from "vitest";
import { itemKey, parseItemKey } from "./contentItems.ts";
import { imageFieldProblem, imagePathOf, imageProblem, isImagePath, newImage } from "./siteImages.ts";

const FILE = { hash: "a".repeat(64), width: 8, height: 6, format: "png", bytes: 99 } as const;

describe("the path of an image", () => {
  it.each([
    "board.png",
    "guide/board.png",
    "Guide/Board-2_final.v1.JPG",
    "a/b/c/d/e/f.webp",
    "é.png",
    "写真/фото.png",
  ])("is %s", (path) => {
    expect(isImagePath(path)).toBe(true);
    const key = itemKey({ kind: "image", id: path });
    expect(parseItemKey(key)).toEqual({ kind: "image", id: path });
  });

  it.each([
    "",
    "board",
    "board.svg",
    "board.html",
    "images.json",
    ".png",
    ".hidden.png",
    "a/.git/b.png",
    "../a.png",
    "a/../b.png",
    "a/./b.png",
    "/a.png",
    "a//b.png",
    "a\\b.png",
    "C:/a.png",
    "a/",
    "a.png/",
    "a b.png",
    "a\0.png",
    "a.png\n",
    "e\u0301.png",
    "a\u202eb.png",
    "a%2fb.png",
    "a:b.png",
    `${"a".repeat(120)}.png`,
    "a/b/c/d/e/f/g.png",
  ])("is not %j", (path) => {
    expect(isImagePath(path)).toBe(false);
    expect(parseItemKey(`image:${path}`)).toBeNull();
  });

  it.each([
    ["Team Photo (1).JPG", "jpeg", "team-photo-1.jpg"],
    ["../../etc/passwd", "png", "passwd.png"],
    ["C:\\Users\\Ann\\Été 2026.png", "webp", "c-users-ann-ete-2026.webp"],
    ["写真.png", "png", "写真.png"],
    ["Ünïcode.png", "png", "unicode.png"],
    ["U\u0308ni\u0308code.png", "png", "unicode.png"],
    ["Größe Łódź.png", "png", "grosse-lodz.png"],
    ["Йод и ёж.png", "png", "йод-и-ёж.png"],
    ["がぎ हिन्दी.png", "png", "がぎ-हिन्दी.png"],
    ["!!!.png", "png", "image.png"],
    ["", "gif", "image.gif"],
    [`${"long-".repeat(60)}.png`, "avif", `${"long-".repeat(12).slice(0, 60)}.avif`],
  ] as const)("of the file %j is derived from its words", (name, format, path) => {
    const made = imagePathOf(name, format, () => false);
    expect([made, isImagePath(made)]).toEqual([path, true]);
  });

  it("is not taken by another image", () => {
    const taken = new Set(["a.png", "a-2.png"]);
    expect(imagePathOf("a.png", "png", (path) => taken.has(path))).toBe("a-3.png");
  });
});

describe("an image item", () => {
  const image = newImage(FILE);

  it("is valid as added", () => {
    expect(imageProblem(image as never)).toBeNull();
  });

  it.each([
    [null],
    ["text"],
    [[]],
    [{}],
    [{ ...image, more: 1 }],
    [{ ...image, alt: {} }],
    [{ ...image, alt: { ...image.alt, xx: "" } }],
    [{ ...image, alt: { ...image.alt, en: 1 } }],
    [{ ...image, focalPoint: { x: 2, y: 0 } }],
    [{ ...image, focalPoint: { x: 0, y: 0, z: 0 } }],
    [{ ...image, isDecorative: null }],
    [{ ...image, file: { ...FILE, hash: "../../etc" } }],
    [{ ...image, file: { ...FILE, format: "svg" } }],
    [{ ...image, file: { ...FILE, width: -1 } }],
    [{ ...image, file: { ...FILE, more: 1 } }],
  ])("is not %j", (value) => {
    expect(imageProblem(value as never)).not.toBeNull();
  });

  it.each([
    [["alt"]],
    [["alt", "en", "x"]],
    [["alt", "__proto__"]],
    [["focalPoint", "x"]],
    [["constructor"]],
    [[]],
  ])("has no field %j", (tokens) => {
    expect(imageFieldProblem(tokens, "x")).not.toBeNull();
  });
});
