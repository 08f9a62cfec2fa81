import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  formatWidths,
  IMAGE_FORMATS,
  type ImageRequest,
  imageUrl,
  imageVersion,
  newImage,
  ONE_DAY,
  ONE_HOUR,
  ONE_MINUTE,
  type SiteContent,
  type SiteImage,
} from "@marquee/contract";
import fastify from "fastify";
import sharp from "sharp";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createFairQueue } from "../../platform/http/fairQueue.ts";
import { openDiskCache } from "../../platform/storage/diskCache.ts";
import { filesIn } from "../../platform/storage/filesIn.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { createImageLinks } from "../publishing/imageLinks.ts";
import { createImageOriginals } from "./imageOriginals.ts";
import { registerImages } from "./imageRoutes.ts";
import { createImageStore, renderImage } from "./imageStore.ts";
import { createImageVersions } from "./imageVersions.ts";
import { createRemoteOriginals } from "./remoteOriginals.ts";

let dir: string;
let server: ReturnType<typeof fastify>;
let served: unknown[];
/** URLs that were fetched. */
let fetched: string[];
let answer: () => Promise<Response>;
let render: typeof renderImage;
/** Renderings requested since the start. */
let queued: number;
let now: number;
/** Published images, and uploaded originals by hash. */
let published: Record<string, SiteImage>;
let uploaded: Map<string, Buffer>;
let tell: () => void;
let refresh: () => Promise<void>;

const USED = "https://images.example/used.png?w=1";

beforeEach(async () => {
  dir = temporaryDir();
  const imagesDir = join(dir, "content/images");
  mkdirSync(join(imagesDir, "guide"), { recursive: true });
  const board = sharp({ create: { width: 1000, height: 400, channels: 3, background: "#2a7" } });
  await board.png().toFile(join(imagesDir, "guide/board.png"));
  writeFileSync(join(imagesDir, "text.png"), "no image");
  writeFileSync(join(dir, "content/secret.png"), "secret");
  symlinkSync(join(dir, "content/secret.png"), join(imagesDir, "link.png"));
  symlinkSync(join(imagesDir, "guide"), join(imagesDir, "alias"));
  served = [];
  fetched = [];
  now = Date.now();
  published = {};
  uploaded = new Map();
  refresh = async () => undefined;
  render = renderImage;
  const original = readFileSync(join(imagesDir, "guide/board.png"));
  answer = async () => new Response(original);
  await start();
});

async function start({ maxBytes = 10_000_000, maxWaiting = 100 } = {}): Promise<void> {
  server = fastify();
  const cache = await openDiskCache({ dir: join(dir, "cache"), maxBytes, now: () => now });
  const fetch = (url: unknown) => {
    fetched.push(String(url));
    return answer();
  };
  const isUsed = async (source: string) => source === USED;
  const remote = createRemoteOriginals({
    cache,
    hosts: () => ["images.example"],
    isUsed,
    now: () => now,
    fetch,
  });
  const originals = createImageOriginals({
    imagesDirs: [join(dir, "content/images"), join(dir, "base/images")],
    remote,
    versions: createImageVersions({
      siteContent: {
        values: () => ({ images: published }) as unknown as SiteContent,
        onChange: (listener) => {
          tell = listener;
        },
      },
      publishing: { refresh },
      links: createImageLinks(
        () => "key",
        () => now,
      ),
      now: () => now,
    }),
    readUploaded: async (hash) => uploaded.get(hash) ?? null,
  });
  const queue = createFairQueue<Buffer>({ concurrency: 1, maxWaiting });
  queued = 0;
  const renderings: typeof queue = {
    run(work) {
      queued += 1;
      return queue.run(work);
    },
  };
  const store = createImageStore({ cache, originals, renderings, render: (...parts) => render(...parts) });
  registerImages(server, store, (...image) => served.push(image));
}

const get = (request: Partial<ImageRequest>, headers = {}) => {
  const url = imageUrl({ source: "guide/board.png", width: 800, quality: 50, format: "avif", ...request });
  return server.inject({ url, headers });
};

/** Replaces rendering with tasks that the test completes. */
function controlRenderings() {
  const started: { request: string; end: () => void }[] = [];
  render = (_source, { width, quality, format }) =>
    new Promise((resolve) => {
      const request = `${width} ${quality} ${format}`;
      started.push({ request, end: () => resolve(Buffer.from(request)) });
    });
  return started;
}

describe("versions of an image", () => {
  const hashOf = (body: Buffer) => createHash("sha256").update(body).digest("hex");
  const picture = (background: string) =>
    sharp({ create: { width: 600, height: 300, channels: 3, background } })
      .png()
      .toBuffer();
  const publish = (path: string, body: Buffer) => {
    const file = { hash: hashOf(body), width: 600, height: 300, format: "png", bytes: body.length } as const;
    published = { ...published, [path]: { ...newImage(file), version: imageVersion(file) } };
    tell();
    return imageVersion(file);
  };
  const ask = (version: string | undefined, source = "a.png") => get({ source, version, width: 600 });

  it("are cached forever by browsers, and stay available while open pages show them", async () => {
    const [red, blue] = await Promise.all([picture("#f00"), picture("#00f")]);
    for (const body of [red, blue]) uploaded.set(hashOf(body), body);
    const [first, second] = [publish("a.png", red), publish("a.png", blue)];
    const [old, current] = await Promise.all([ask(first), ask(second)]);
    expect(current.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(old.rawPayload.equals(current.rawPayload)).toBe(false);
    const plain = await ask(undefined);
    expect(plain.rawPayload.equals(current.rawPayload)).toBe(true);
    expect(plain.headers["cache-control"]).toContain("max-age=86400");
    expect((await ask(first, "b.png")).statusCode).toBe(404);
    expect((await ask("0".repeat(16))).headers["cache-control"]).toBe("no-store");
  });

  it("come from the file if it has the published bytes", async () => {
    const file = readFileSync(join(dir, "content/images/guide/board.png"));
    const version = publish("guide/board.png", file);
    expect((await get({ version })).statusCode).toBe(200);
    const other = await picture("#123");
    expect((await get({ version: publish("guide/board.png", other), width: 600 })).statusCode).toBe(404);
    uploaded.set(hashOf(other), other);
    expect((await get({ version: publish("guide/board.png", other), width: 600 })).statusCode).toBe(200);
  });

  it("that another instance has just published are looked up, at most once a second", async () => {
    const red = await picture("#f00");
    uploaded.set(hashOf(red), red);
    let refreshes = 0;
    refresh = async () => {
      refreshes += 1;
      publish("a.png", red);
    };
    await start();
    expect((await ask(hashOf(red).slice(0, 16))).statusCode).toBe(200);
    for (const digit of "1234") await ask(digit.repeat(16));
    expect(refreshes).toBe(1);
    now += 1000;
    await ask("5".repeat(16));
    expect(refreshes).toBe(2);
  });

  it("that are not published need a signature, which expires, and only the browser caches them", async () => {
    const secret = await picture("#0f0");
    const hash = hashOf(secret);
    uploaded.set(hash, secret);
    const signed = createImageLinks(
      () => "key",
      () => now,
    ).sign(hash);
    const answer = await ask(signed);
    expect([answer.statusCode, answer.headers["cache-control"], answer.headers["x-robots-tag"]]).toEqual([
      200,
      "private, max-age=3600",
      "noindex, nofollow",
    ]);
    expect(served).toEqual([]);
    const [, expires = "", signature = ""] = signed.split(".");
    const forged = [
      hash,
      hash.slice(0, 16),
      createImageLinks(
        () => "another key",
        () => now,
      ).sign(hash),
      `${hash}.${expires}.${"A".repeat(22)}`,
      `${hash}.zzzzzzzz.${signature}`,
      `${"0".repeat(64)}.${expires}.${signature}`,
      `${hash}.${expires}`,
    ];
    for (const version of forged) expect([version, (await ask(version)).statusCode]).toEqual([version, 404]);
    now += 10 * ONE_HOUR;
    expect((await ask(signed)).statusCode).toBe(404);
  });

  it("contain neither the original's metadata nor trailing data", async () => {
    const plain = sharp({ create: { width: 600, height: 300, channels: 3, background: "#f00" } });
    const jpeg = await plain
      .jpeg()
      .withExif({ IFD0: { Copyright: "Ann at home" } })
      .toBuffer();
    const body = Buffer.concat([jpeg, Buffer.from("<script>alert(1)</script>")]);
    uploaded.set(hashOf(body), body);
    const version = publish("a.png", body);
    for (const format of IMAGE_FORMATS) {
      const { rawPayload, headers } = await get({ source: "a.png", version, width: 600, format });
      expect(headers["content-type"]).toBe(`image/${format}`);
      expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
      for (const text of ["Ann at home", "<script>"]) expect(rawPayload.includes(text)).toBe(false);
    }
  });
});

describe("GET /images", () => {
  it.each(["avif", "webp", "jpeg", "png"] as const)(
    "returns the image as %s in the requested width",
    async (format) => {
      const response = await get({ format });
      expect(response.headers["content-type"]).toBe(`image/${format}`);
      const { width, height, format: written } = await sharp(response.rawPayload).metadata();
      expect({ width, height }).toEqual({ width: 800, height: 320 });
      expect(written).toBe(format === "avif" ? "heif" : format);
    },
  );

  it("renders once, and returns 304 to a client that has the image", async () => {
    const answers = await Promise.all([get({}), get({}), get({})]);
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
    expect(readdirSync(join(dir, "cache"))).toHaveLength(1);
    const again = await get({}, { "if-none-match": answers[0]?.headers.etag });
    expect([again.statusCode, again.rawPayload.byteLength]).toEqual([304, 0]);
  });

  it("reports each served image under the URL that pages use, and no rejected ones", async () => {
    const { rawPayload } = await get({ format: "webp" });
    await get({ source: "nothing.png" });
    const address = imageUrl({ source: "guide/board.png", width: 800, quality: 50, format: "webp" });
    expect(served).toEqual([
      [address, expect.stringMatching(/^[0-9a-f]{40}$/), { mediaType: "image/webp", body: rawPayload }],
    ]);
  });

  it("rejects widths and qualities that no page uses, and widths above the original's", async () => {
    for (const width of [801, 1200, 1600]) {
      const response = await get({ width });
      expect([width, response.statusCode]).toEqual([width, 400]);
      expect(response.json().error.message).toBe("width must be one of 500, 600, 800, 1000.");
    }
    for (const quality of [30, 51, 80]) expect((await get({ quality: quality as 50 })).statusCode).toBe(400);
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
    "/guide/board.png",
    "guide//board.png",
    "guide/./board.png",
    "guide/../guide/board.png",
    "alias/board.png",
  ])("reads no file outside content/images and no file by an alias: %j", async (source) => {
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
  ])("rejects URLs outside the configured hosts: %s", async (source) => {
    expect((await get({ source })).statusCode).toBe(400);
  });

  it("uses the product's image if the content folder lacks it", async () => {
    mkdirSync(join(dir, "base/images/guide"), { recursive: true });
    writeFileSync(join(dir, "base/images/guide/board.png"), "no image");
    const screen = sharp({ create: { width: 600, height: 300, channels: 3, background: "#2a7" } });
    await screen.png().toFile(join(dir, "base/images/screen.png"));
    expect((await get({ source: "guide/board.png" })).statusCode).toBe(200);
    expect((await get({ source: "screen.png", width: 600 })).statusCode).toBe(200);
    for (const source of ["../images/screen.png", "./screen.png", "guide/../screen.png"])
      expect((await get({ source, width: 600 })).statusCode).toBe(404);
  });

  it("reports a file that is not an image", async () => {
    const response = await get({ source: "text.png" });
    expect([response.statusCode, response.json().error.message]).toEqual([
      502,
      expect.stringContaining("This is not an image"),
    ]);
  });

  it("fetches a remote image once, regardless of the fragment", async () => {
    for (const fragment of ["", "#0", "#1", "#?x=0"]) {
      const query = new URLSearchParams({
        source: USED + fragment,
        width: "800",
        quality: "50",
        format: "webp",
      });
      expect((await server.inject(`/images?${query}`)).statusCode).toBe(200);
    }
    expect(fetched).toEqual([USED]);
    expect(filesIn(join(dir, "cache"))).toHaveLength(2);
    expect(new Set(served.map((image) => (image as string[])[0])).size).toBe(1);
  });

  it("does not fetch an image that no page uses", async () => {
    for (const source of [
      `${USED}&x=0`,
      "https://images.example/used.png",
      "https://images.example/./used.png?w=1",
    ]) {
      const response = await get({ source });
      expect([response.statusCode, response.headers["cache-control"]]).toEqual([404, "no-store"]);
    }
    expect(fetched).toEqual([]);
  });

  it("keeps serving an original while its host is unavailable, and retries a failed download once a minute", async () => {
    answer = async () => new Response("Not found", { status: 404 });
    for (let index = 0; index < 3; index += 1) expect((await get({ source: USED })).statusCode).toBe(502);
    expect(fetched).toHaveLength(1);
    now += ONE_MINUTE;
    answer = async () => new Response("<html>");
    expect((await get({ source: USED })).statusCode).toBe(502);
    now += ONE_MINUTE;
    answer = async () => new Response(readFileSync(join(dir, "content/images/guide/board.png")));
    expect((await get({ source: USED })).statusCode).toBe(200);
    now += 2 * ONE_DAY;
    answer = async () => Promise.reject(new Error("away"));
    expect((await get({ source: USED, format: "webp" })).statusCode).toBe(200);
    expect(fetched).toHaveLength(4);
  });

  it("stops a download after 20 MB", async () => {
    let sent = 0;
    const chunk = new Uint8Array(1024 * 1024);
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      sent += 1;
      controller.enqueue(chunk);
    };
    answer = async () => new Response(new ReadableStream({ pull }));
    expect((await get({ source: USED })).statusCode).toBe(502);
    expect(sent).toBeLessThan(25);
  });

  it("renders a client's image before the rest of another client's burst", async () => {
    const started = controlRenderings();
    const widths = [500, 600, 800, 1000];
    const burst = IMAGE_FORMATS.flatMap((format) => widths.map((width) => get({ width, format })));
    await vi.waitFor(() => expect(queued).toBe(burst.length));
    const url = imageUrl({ source: "guide/board.png", width: 500, quality: 75, format: "webp" });
    const visitor = server.inject({ url, remoteAddress: "2001:db8::1" });
    await vi.waitFor(() => expect(queued).toBe(burst.length + 1));
    const all = Promise.all([visitor, ...burst]);
    for (let index = 0; index <= burst.length; index += 1) {
      await vi.waitFor(() => expect(started.length).toBeGreaterThan(index));
      started[index]?.end();
    }
    // One rendering of the burst was running, and the next turn was also the burst's.
    expect(started.findIndex(({ request }) => request === "500 75 webp")).toBe(2);
    for (const { statusCode } of await all) expect(statusCode).toBe(200);
  });

  it("returns an uncacheable 503 when the queue is full", async () => {
    await start({ maxWaiting: 2 });
    const started = controlRenderings();
    const requests = [500, 600, 800, 1000].map((width) => get({ width }));
    const refused = await Promise.race(requests);
    expect([refused.statusCode, refused.headers["retry-after"], refused.headers["cache-control"]]).toEqual([
      503,
      "5",
      "no-store",
    ]);
    for (let index = 0; index < 3; index += 1) {
      await vi.waitFor(() => expect(started.length).toBeGreaterThan(index));
      started[index]?.end();
    }
    const statuses = (await Promise.all(requests)).map(({ statusCode }) => statusCode);
    expect(statuses.sort()).toEqual([200, 200, 200, 503]);
  });

  it("limits the size of cached renditions and originals, and renders an image again after its files were removed", async () => {
    const { rawPayload } = await get({ source: USED, format: "webp" });
    const original = readFileSync(join(dir, "content/images/guide/board.png"));
    await start({ maxBytes: Math.max(rawPayload.byteLength, original.byteLength) + 10 });
    for (const width of [500, 600, 800, 1000] as const) {
      expect((await get({ source: USED, format: "webp", width })).statusCode).toBe(200);
    }
    const sizes = filesIn(join(dir, "cache")).map((file) => readFileSync(file).byteLength);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total).toBeLessThanOrEqual(Math.max(rawPayload.byteLength, original.byteLength) + 10);
  });
});

it.each([
  ["avif", 16_383],
  ["webp", 16_383],
  ["jpeg", 65_500],
] as const)("%s is offered and rendered up to %d pixels", async (format, height) => {
  expect(formatWidths(format, { width: 4, height })).toEqual([4]);
  expect(formatWidths(format, { width: 4, height: height + 1 })).toEqual([]);
  const source = await sharp({ create: { width: 4, height, channels: 3, background: "#2a7" } })
    .png()
    .toBuffer();
  const rendered = await renderImage(source, { width: 4, quality: 50, format });
  expect(await sharp(rendered).metadata()).toMatchObject({ width: 4, height });
});
