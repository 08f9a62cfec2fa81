import { FAVICON_SIZE } from "@marquee/contract";
import sharp, { type Color } from "sharp";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { findFavicon } from "./findFavicon.ts";
import { startWebsite } from "./testing/startWebsite.ts";

type File = string | Buffer | { location: string };

const images: Record<string, Buffer> = {};
let stop = () => {};

beforeAll(async () => {
  images.red = await draw(180, "#f00");
  images.green = await draw(64, "#0f0");
  images.small = await draw(16, "#00f");
  images.clear = await draw(64, { r: 0, g: 0, b: 0, alpha: 0 });
});
afterEach(() => stop());

function draw(side: number, background: Color): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 4, background } })
    .png()
    .toBuffer();
}

/** An ICO file with these PNG images. */
function ico(...entries: { width: number; image: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * entries.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(entries.length, 4);
  let offset = header.byteLength;
  for (const [index, { width, image }] of entries.entries()) {
    header.writeUInt8(width % 256, 6 + 16 * index);
    header.writeUInt32LE(image.byteLength, 6 + 16 * index + 8);
    header.writeUInt32LE(offset, 6 + 16 * index + 12);
    offset += image.byteLength;
  }
  return Buffer.concat([header, ...entries.map(({ image }) => image)]);
}

/** Finds the icon of a website with these files. */
async function find(files: Record<string, File>) {
  const website = await startWebsite((request, response) => {
    const file = files[request.url ?? ""];
    if (file === undefined) response.writeHead(404).end("Not found");
    else if (typeof file === "string" || Buffer.isBuffer(file)) response.end(file);
    else response.writeHead(301, file).end();
  });
  stop = website.stop;
  const icon = await findFavicon("a.example", { get: website.get });
  return { icon, requested: website.requested.map((line) => line.replace("a.example ", "")) };
}

/** Format and size of an icon, and its color in the middle and in the corner. */
async function look(icon: Buffer | null) {
  if (!icon) throw new Error("No icon was found.");
  const { format, width, height } = await sharp(icon).metadata();
  const { data, info } = await sharp(icon).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const color = (x: number, y: number) => {
    const at = (y * info.width + x) * info.channels;
    return [...data.subarray(at, at + 3)].map((value) => (value > 250 ? 1 : value < 5 ? 0 : value)).join("");
  };
  return { format, width, height, middle: color(64, 64), corner: color(2, 2) };
}

const RED = "100";
const GREEN = "010";
const WHITE = "111";

describe("findFavicon", () => {
  it("takes the largest icon that the page names, and draws it in 128 pixels", async () => {
    const html = `<!doctype html><LINK REL="shortcut icon" HREF='/small.png' sizes="16x16">
      <link rel=apple-touch-icon href=red.png><link rel="icon" href="https://cdn.example/x.png" sizes="512x512">
      <link rel="stylesheet" href="/icon.css"><link rel="icon" href="javascript:alert(1)" sizes="900x900">`;
    const { icon, requested } = await find({ "/": html, "/red.png": images.red ?? "" });
    expect(await look(icon)).toEqual({
      format: "webp",
      width: FAVICON_SIZE,
      height: FAVICON_SIZE,
      middle: RED,
      corner: RED,
    });
    expect(requested).toEqual(["/", "/red.png"]);
  });

  it("looks at the usual paths, and takes the widest PNG of an ICO file", async () => {
    const file = ico(
      { width: 16, image: images.small ?? Buffer.of() },
      { width: 64, image: images.green ?? Buffer.of() },
    );
    const { icon, requested } = await find({ "/favicon.ico": file });
    expect((await look(icon)).middle).toBe(GREEN);
    expect(requested).toEqual(["/", "/apple-touch-icon.png", "/favicon.ico"]);
  });

  it("puts an icon with transparent parts on white, with a margin", async () => {
    const { icon } = await find({ "/favicon.ico": images.clear ?? "" });
    expect(await look(icon)).toMatchObject({ width: FAVICON_SIZE, middle: WHITE, corner: WHITE });
  });

  it("follows redirects on the host itself only", async () => {
    const moved = {
      "/": { location: "/en/" },
      "/en/": `<link rel="icon" href="icon.png">`,
      "/en/icon.png": images.red ?? "",
    };
    expect((await look((await find(moved)).icon)).middle).toBe(RED);
    for (const location of [
      "https://b.example/icon.png",
      "http://a.example/icon.png",
      "//10.0.0.1/",
      "https://a.example:8443/",
    ]) {
      const { icon, requested } = await find({ "/favicon.ico": { location } });
      expect([icon, requested]).toEqual([null, ["/", "/apple-touch-icon.png", "/favicon.ico"]]);
    }
    const { icon, requested } = await find({ "/favicon.ico": { location: "/favicon.ico" } });
    expect([icon, requested.filter((path) => path === "/favicon.ico").length]).toEqual([null, 4]);
  });

  it.each<[string, () => File]>([
    ["a small icon", () => images.small ?? ""],
    ["an SVG", () => `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>`],
    ["a page", () => "<!doctype html><title>Not found</title>"],
    ["an empty file", () => ""],
    ["a truncated image", () => (images.red ?? Buffer.of()).subarray(0, 60)],
    ["an ICO file whose entries lead nowhere", () => ico({ width: 64, image: Buffer.of() })],
    ["an ICO file that ends early", () => Buffer.from([0, 0, 1, 0, 255, 255])],
    ["a large file", () => Buffer.concat([images.red ?? Buffer.of(), Buffer.alloc(600 * 1024)])],
  ])("rejects %s", async (_what, file) => {
    expect((await find({ "/favicon.ico": file() })).icon).toBeNull();
  });

  it("rejects an image with very many pixels", async () => {
    const { icon } = await find({ "/favicon.ico": await draw(2500, "#fff") });
    expect(icon).toBeNull();
  });

  it("sends at most six requests, however many icons the page names", async () => {
    const html = Array.from({ length: 500 }, (_, index) => `<link rel="icon" href="/${index}.png">`).join("");
    expect((await find({ "/": html })).requested).toHaveLength(6);
  });

  it("gives up on a site that does not respond", async () => {
    const website = await startWebsite(() => undefined);
    stop = website.stop;
    expect(await findFavicon("a.example", { get: website.get, timeout: 50 })).toBeNull();
    expect(website.requested).toEqual(["a.example /"]);
  });
});
