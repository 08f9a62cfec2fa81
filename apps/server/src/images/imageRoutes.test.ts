import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ImageRequest, imageUrl } from "@marquee/contract";
import fastify from "fastify";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryDir } from "../testing/temporaryDir.ts";
import { registerImages } from "./imageRoutes.ts";
import { createImageStore } from "./imageStore.ts";

let dir: string;
let server: ReturnType<typeof fastify>;
let served: unknown[];

beforeEach(async () => {
  dir = temporaryDir();
  const imagesDir = join(dir, "content/images");
  mkdirSync(join(imagesDir, "guide"), { recursive: true });
  const board = sharp({ create: { width: 1000, height: 400, channels: 3, background: "#2a7" } });
  await board.png().toFile(join(imagesDir, "guide/board.png"));
  writeFileSync(join(imagesDir, "text.png"), "no image");
  writeFileSync(join(dir, "content/secret.png"), "secret");
  symlinkSync(join(dir, "content/secret.png"), join(imagesDir, "link.png"));
  server = fastify();
  const sources = { imagesDir, hosts: ["images.example"], originalsDir: join(dir, "originals") };
  served = [];
  registerImages(server, createImageStore({ dir: join(dir, "cache"), sources }), (...image) =>
    served.push(image),
  );
});

const get = (request: Partial<ImageRequest>, headers = {}) => {
  const url = imageUrl({ source: "guide/board.png", width: 800, quality: 50, format: "avif", ...request });
  return server.inject({ url, headers });
};

describe("GET /images", () => {
  it.each(["avif", "webp", "jpeg", "png"] as const)(
    "gives the image as %s in the width asked for",
    async (format) => {
      const response = await get({ format });
      expect(response.headers["content-type"]).toBe(`image/${format}`);
      const { width, height, format: written } = await sharp(response.rawPayload).metadata();
      expect({ width, height }).toEqual({ width: 800, height: 320 });
      expect(written).toBe(format === "avif" ? "heif" : format);
    },
  );

  it("renders once, and answers 304 to who has it", async () => {
    const answers = await Promise.all([get({}), get({}), get({})]);
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
    expect(readdirSync(join(dir, "cache"))).toHaveLength(1);
    const again = await get({}, { "if-none-match": answers[0]?.headers.etag });
    expect([again.statusCode, again.rawPayload.byteLength]).toEqual([304, 0]);
  });

  it("tells of each image under the address that pages write, and of none that it refused", async () => {
    const { rawPayload } = await get({ format: "webp" });
    await get({ source: "nothing.png" });
    const address = imageUrl({ source: "guide/board.png", width: 800, quality: 50, format: "webp" });
    expect(served).toEqual([
      [address, expect.stringMatching(/^[0-9a-f]{40}$/), { mediaType: "image/webp", body: rawPayload }],
    ]);
  });

  it("makes no width that no page asks for, and nothing wider than the original", async () => {
    for (const width of [801, 1200, 1600]) {
      const response = await get({ width });
      expect([width, response.statusCode]).toEqual([width, 400]);
      expect(response.json().error.message).toBe("width must be one of 500, 600, 800, 1000.");
    }
    expect((await get({ quality: 51 })).statusCode).toBe(400);
  });

  it.each([
    "../secret.png",
    "guide/../../secret.png",
    "..\\secret.png",
    "link.png",
    "/etc/hostname",
    "guide",
    "nothing.png",
    "a\0.png",
  ])("reads nothing outside content/images: %j", async (source) => {
    expect((await get({ source })).statusCode).toBe(404);
  });

  it.each([
    "http://images.example/a.png",
    "https://elsewhere.example/a.png",
    "https://images.example:8443/a.png",
    "https://images.example@elsewhere.example/a.png",
    "https://user:pw@images.example/a.png",
    "//elsewhere.example/a.png",
    "file:///etc/hostname",
    "data:image/png;base64,AAAA",
  ])("fetches nothing from a host that is not configured: %s", async (source) => {
    expect((await get({ source })).statusCode).toBe(400);
  });

  it("says that a file is no image", async () => {
    const response = await get({ source: "text.png" });
    expect([response.statusCode, response.json().error.message]).toEqual([
      502,
      expect.stringContaining("This is no image"),
    ]);
  });
});
