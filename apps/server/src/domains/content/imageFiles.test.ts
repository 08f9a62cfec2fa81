import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ImageItem, imageItemOf } from "@marquee/contract";
import sharp from "sharp";
import { expect, it } from "vitest";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { IMAGE_NOTES, imageNotes, readImageBytes, readImageFiles } from "./imageFiles.ts";

async function folderWith(paths: readonly string[]): Promise<string> {
  const dir = temporaryDir();
  for (const path of paths) {
    mkdirSync(dirname(join(dir, "images", path)), { recursive: true });
    const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: "#2a7" } });
    await picture.png().toFile(join(dir, "images", path));
  }
  return dir;
}

const note = (dir: string, notes: unknown) =>
  writeFileSync(join(dir, "images", IMAGE_NOTES), JSON.stringify(notes));

it("reads images with their notes, and reports the rest", async () => {
  const dir = await folderWith(["guide/a.png", "b.png"]);
  writeFileSync(join(dir, "images/text.png"), "no image");
  const noted = {
    "guide/a.png": { alt: { en: "A", de: "Ein A" }, focalPoint: { x: 0, y: 1 } },
    "b.png": { isDecorative: true },
  };
  note(dir, { ...noted, "gone.png": {} });
  const { images, problems } = await readImageFiles(dir, dir);
  const bytes = readFileSync(join(dir, "images/guide/a.png"));
  const hash = createHash("sha256").update(bytes).digest("hex");
  expect(images["guide/a.png"]).toMatchObject({
    version: hash.slice(0, 16),
    file: { hash, width: 30, height: 20, format: "png", bytes: bytes.byteLength },
    alt: { en: "A", de: "Ein A", it: "" },
    focalPoint: { x: 0, y: 1 },
  });
  expect(problems.sort()).toEqual([
    "content/images/images.json: There is no image gone.png.",
    expect.stringContaining("content/images/text.png: Not an image"),
  ]);
  // Writing the notes of the read images reproduces the file.
  const written = Object.entries(images).map(([path, image]) => [
    path,
    imageNotes(imageItemOf(image as ImageItem)),
  ]);
  expect(Object.fromEntries(written)).toEqual(noted);
});

it("takes only images of the site's own pages from the product", async () => {
  const base = await folderWith(["screens/board.png", "screens/gantt.png", "guide/a.png"]);
  const contentDir = await folderWith(["screens/board.png", "c.png"]);
  note(contentDir, { "screens/board.png": { alt: { en: "Ours" } } });
  const { images } = await readImageFiles(contentDir, base);
  expect(Object.keys(images).sort()).toEqual(["c.png", "screens/board.png", "screens/gantt.png"]);
  expect(images["screens/board.png"]?.alt.en).toBe("Ours");
});

it.each([[{ "a.png": { alt: { xx: "A" } } }], [{ "a.png": { focalPoint: { x: 2, y: 0 } } }], [[]]])(
  "rejects the notes %j with their position",
  async (notes) => {
    const dir = await folderWith(["a.png"]);
    note(dir, notes);
    await expect(readImageFiles(dir, dir)).rejects.toThrow("content/images/images.json");
  },
);

it("reads the bytes of an image from the folder that has them", async () => {
  const [contentDir, base] = [await folderWith([]), await folderWith(["a.png"])];
  mkdirSync(join(contentDir, "images"));
  writeFileSync(join(contentDir, "images/a.png"), "another");
  const bytes = readFileSync(join(base, "images/a.png"));
  const hash = createHash("sha256").update(bytes).digest("hex");
  expect((await readImageBytes([contentDir, base], "a.png", { hash }))?.equals(bytes)).toBe(true);
  expect(await readImageBytes([contentDir], "a.png", { hash })).toBeNull();
  expect(await readImageBytes([contentDir, base], "b.png", { hash })).toBeNull();
});
