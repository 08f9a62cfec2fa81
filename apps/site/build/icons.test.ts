import sharp from "sharp";
import { expect, it } from "vitest";
import { drawIcon, ICONS } from "./icons.ts";

const GREEN = "#0d7a43";
const PAPER = "#fbfaf6";
const svg = (shapes: string, viewBox = "0 0 32 32") =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${shapes}</svg>`);
/** A logo on a rounded square, and one without a background. */
const FILLED = svg(
  `<rect width="32" height="32" rx="7" fill="${GREEN}"/><circle cx="16" cy="16" r="8" fill="#fff"/>`,
);
const BARE = svg(`<circle cx="500" cy="500" r="500" fill="${GREEN}"/>`, "0 0 1000 1000");

/** Colors of an icon at its corner, its middle, and along the middle of its left edge at shares of its side. */
async function colorsOf(favicon: Buffer, name: string, shares: number[] = []) {
  const icon = ICONS[name];
  if (!icon) throw new Error(`There is no icon ${name}.`);
  const { size } = icon;
  const image = sharp(await drawIcon(favicon, icon, PAPER));
  const { width, height } = await image.metadata();
  expect([width, height]).toEqual([size, size]);
  const pixels = await image.ensureAlpha().raw().toBuffer();
  const colorAt = (x: number, y: number) => {
    const at = (Math.floor(y * (size - 1)) * size + Math.floor(x * (size - 1))) * 4;
    return pixels[at + 3] === 0 ? "" : `#${pixels.subarray(at, at + 3).toString("hex")}`;
  };
  return [colorAt(0, 0), colorAt(0.5, 0.5), ...shares.map((share) => colorAt(share, 0.5))];
}

it("fills the touch icon to its corners with the favicon's own background", async () => {
  expect(await colorsOf(FILLED, "apple-touch-icon.png")).toEqual([GREEN, "#ffffff"]);
  expect(await colorsOf(FILLED, "icon-192.png")).toEqual(["", "#ffffff"]);
});

it("keeps a maskable icon's logo inside the circle that every mask shows", async () => {
  expect(await colorsOf(FILLED, "icon-maskable.png", [0.28, 0.32])).toEqual([
    GREEN,
    "#ffffff",
    GREEN,
    "#ffffff",
  ]);
  expect(await colorsOf(BARE, "icon-maskable.png", [0.21, 0.24])).toEqual([PAPER, GREEN, PAPER, GREEN]);
});

it("puts a favicon without a background on the brand's", async () => {
  expect(await colorsOf(BARE, "apple-touch-icon.png", [0.05, 0.15])).toEqual([PAPER, GREEN, PAPER, GREEN]);
  expect(await colorsOf(BARE, "icon-512.png", [0.01])).toEqual(["", GREEN, GREEN]);
});

it("rejects a favicon that is not an SVG", async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: GREEN } })
    .png()
    .toBuffer();
  const [icon] = Object.values(ICONS);
  if (!icon) throw new Error("There are no icons.");
  await expect(drawIcon(png, icon, PAPER)).rejects.toThrow("favicon.svg is not an SVG");
});
