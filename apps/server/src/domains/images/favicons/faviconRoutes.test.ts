import { join } from "node:path";
import { faviconUrl, ONE_DAY, ONE_HOUR } from "@marquee/contract";
import fastify from "fastify";
import sharp from "sharp";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openDiskCache } from "../../../platform/storage/diskCache.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import { registerFavicons } from "./faviconRoutes.ts";
import { createFaviconStore } from "./faviconStore.ts";

const LINKED = "docs.example.com";
const ICON = await sharp({ create: { width: 128, height: 128, channels: 3, background: "#f00" } })
  .webp()
  .toBuffer();

let dir: string;
let now: number;
let server: ReturnType<typeof fastify>;
/** Hosts that received requests. */
let requestedHosts: string[];
let answer: () => Promise<Buffer | null>;
let served: unknown[];

beforeEach(async () => {
  dir = temporaryDir();
  now = Date.now();
  requestedHosts = [];
  served = [];
  answer = async () => ICON;
  await start();
});

/** Starts the server; a second call simulates a restart. */
async function start(): Promise<void> {
  server = fastify();
  const store = createFaviconStore({
    cache: await openDiskCache({ dir: join(dir, "cache"), maxBytes: 1_000_000, now: () => now }),
    isLinked: async (host) => host === LINKED,
    now: () => now,
    find: (host) => {
      requestedHosts.push(host);
      return answer();
    },
  });
  registerFavicons(server, store, (...image) => served.push(image));
}

const get = (host = LINKED, headers = {}) => server.inject({ url: `/images/favicons/${host}`, headers });

describe("GET /images/favicons/:host", () => {
  it("fetches an icon once for everyone, even after a restart, and returns 304 to a client that has it", async () => {
    const [first] = await Promise.all([get(), get(), get()]);
    expect([first?.statusCode, first?.headers["content-type"]]).toEqual([200, "image/webp"]);
    expect(first?.rawPayload).toEqual(ICON);
    expect(first?.headers["cache-control"]).toContain(`max-age=${ONE_DAY / 1000}`);
    await start();
    const again = await get(LINKED, { "if-none-match": first?.headers.etag });
    expect([again.statusCode, again.rawPayload.byteLength, requestedHosts]).toEqual([304, 0, [LINKED]]);
  });

  it("reports each icon under the URL that pages use", async () => {
    await get();
    expect(served).toEqual([
      [faviconUrl(LINKED), expect.stringMatching(/^[0-9a-f]{40}$/), { mediaType: "image/webp", body: ICON }],
    ]);
  });

  it("returns a transparent image for a site without an icon, and retries after an hour", async () => {
    answer = async () => null;
    for (let index = 0; index < 3; index += 1) {
      const { statusCode, headers, body } = await get();
      expect([statusCode, headers["content-type"], headers["cache-control"]]).toEqual([
        200,
        "image/svg+xml; charset=utf-8",
        "public, max-age=3600",
      ]);
      expect(body).toBe('<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128"/>');
    }
    expect(requestedHosts).toHaveLength(1);
    now += ONE_HOUR;
    answer = async () => ICON;
    expect((await get()).headers["content-type"]).toBe("image/webp");
  });

  it("sends no request to hosts without a link card", async () => {
    for (const host of ["elsewhere.example", "localhost", "127.0.0.1", "10.0.0.1", "example.com"]) {
      const { statusCode, headers } = await get(host);
      expect([statusCode, headers["cache-control"]]).toEqual([404, "no-store"]);
    }
    for (const host of ["[::1]", "docs.example.com:8443", "a%2Fb", "DOCS.example.com", "x@docs.example.com"])
      expect((await get(host)).statusCode).toBe(400);
    expect(requestedHosts).toEqual([]);
  });

  it("serves an old icon while refetching it, and keeps it if the site is gone", async () => {
    await get();
    now += 8 * ONE_DAY;
    answer = async () => null;
    expect((await get()).rawPayload).toEqual(ICON);
    await vi.waitFor(() => expect(requestedHosts).toHaveLength(2));
    expect((await get()).rawPayload).toEqual(ICON);
    expect(requestedHosts).toHaveLength(2);
  });
});
