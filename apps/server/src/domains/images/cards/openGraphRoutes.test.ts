import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type ContentPage, cardPath, type PageCard } from "@marquee/contract";
import fastify from "fastify";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { createFairQueue, QueueFullError } from "../../../platform/http/fairQueue.ts";
import { openDiskCache } from "../../../platform/storage/diskCache.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import { createCardStore } from "./cardStore.ts";
import { registerOpenGraph } from "./openGraphRoutes.ts";

const HEADLINES: Record<string, string> = {
  "en/pricing": "Start free. Pay when your team grows.",
  "de/pricing": "Kostenlos starten. Zahlen, wenn Ihr Team wächst.",
  "en/lp": "Stop asking where things stand",
  // The same text as another page, so the same image.
  "en/lp-copy": "Stop asking where things stand",
};
const PRIVACY: ContentPage = {
  slug: "privacy",
  locale: "de",
  path: "/de/legal/privacy",
  title: "Datenschutz",
  description: "Was wir speichern.",
  body: { format: "markdown", source: "" },
};

let dir: string;
let server: ReturnType<typeof fastify>;

beforeEach(async () => {
  dir = join(temporaryDir(), "cards");
  server = fastify();
  const cache = await openDiskCache({ dir, maxBytes: 1_000_000, now: Date.now });
  registerOpenGraph(server, {
    store: createCardStore({ cache, renderings: createFairQueue({ concurrency: 1, maxWaiting: 100 }) }),
    content: { find: (path) => (path === PRIVACY.path ? PRIVACY : undefined) },
    entry: {
      describePage: async (page): Promise<PageCard | null> => {
        const headline = "slug" in page ? page.title : HEADLINES[`${page.locale}/${page.name}`];
        return headline === undefined ? null : { brand: "Trellis", headline, label: "", accent: "leaf" };
      },
    },
  });
});

const get = (url: string, headers = {}) => server.inject({ url, headers });

describe("GET /og", () => {
  it("returns a separate 1200 by 630 PNG for each page and language", async () => {
    const urls = [cardPath("pricing", "en"), cardPath("pricing", "de"), cardPath("legal/privacy", "de")];
    const answers = await Promise.all(urls.map((url) => get(url)));
    for (const { rawPayload, headers } of answers) {
      expect(headers).toMatchObject({ "content-type": "image/png" });
      expect(await sharp(rawPayload).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
      expect(rawPayload.byteLength).toBeLessThan(100_000);
    }
    expect(new Set(answers.map(({ rawPayload }) => rawPayload.toString("base64"))).size).toBe(3);
  });

  it("draws the same content only once, across requests and pages", async () => {
    const urls = [cardPath("lp", "en"), cardPath("lp", "en"), cardPath("lp-copy", "en")];
    const answers = await Promise.all(urls.map((url) => get(url)));
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
    expect(readdirSync(dir)).toHaveLength(1);
    const again = await get(cardPath("lp", "en"), { "if-none-match": answers[0]?.headers.etag });
    expect([again.statusCode, again.rawPayload.byteLength]).toEqual([304, 0]);
  });

  it.each([
    "/og/en/nothing.png",
    "/og/en/lp",
    "/og/en/lp.jpg",
    "/og/en/.png",
    "/og/en/lp.png.png",
    "/og/en/LP.png",
    "/og/EN/lp.png",
    "/og/xx/lp.png",
    "/og/de/lp.png",
    "/og/en/__proto__.png",
    "/og/en/constructor.png",
    "/og/en/../../../etc/hostname.png",
    "/og/en/..%2f..%2fetc%2fhostname.png",
    "/og/en/%2e%2e/lp.png",
    "/og/en/lp%00.png",
    "/og/en//lp.png",
    `/og/en/${"a".repeat(5000)}.png`,
  ])("returns 404 for %s", async (url) => {
    const response = await get(url);
    expect([response.statusCode, response.headers["content-type"]]).toEqual([
      404,
      expect.stringMatching(/^application\/json/),
    ]);
    expect(() => readdirSync(dir)).toThrow();
  });

  it("returns an uncacheable 503 while too many images are waiting", async () => {
    const busy = fastify();
    registerOpenGraph(busy, {
      store: { get: () => Promise.reject(new QueueFullError()) },
      content: { find: () => undefined },
      entry: { describePage: async () => ({ brand: "Trellis", headline: "A", label: "", accent: "leaf" }) },
    });
    const { statusCode, headers } = await busy.inject(cardPath("lp", "en"));
    expect([statusCode, headers["retry-after"], headers["cache-control"]]).toEqual([503, "5", "no-store"]);
  });
});
