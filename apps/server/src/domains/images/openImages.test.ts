import { join } from "node:path";
import type { ContentPage, ImageRequest } from "@marquee/contract";
import { expect, it } from "vitest";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { createUsedInPages, openImages } from "./openImages.ts";

it("fetches only images that content pages use", async () => {
  const dir = temporaryDir();
  const page = { path: "/a" } as ContentPage;
  const { images } = await openImages({
    config: { dataDir: dir, imageCacheBytes: 50_000_000 },
    hosts: () => ["images.invalid"],
    contentDir: join(dir, "content"),
    baseDir: join(dir, "base"),
    entry: {
      listImages: ({ path }) => [{ source: `https://images.invalid${path}.png#part`, alt: "" }],
      listCardHosts: () => [],
    },
    content: {
      list: () => [{ path: page.path, alternates: [] }],
      find: () => page,
      onChange: () => undefined,
    },
    versions: { find: async () => null },
    readUploaded: async () => null,
    now: Date.now,
  });
  const get = (source: string) => {
    const request: ImageRequest = { source, width: 500, quality: 50, format: "webp" };
    return images.get(request, "192.0.2.1");
  };
  await expect(get("https://images.invalid/b.png")).rejects.toMatchObject({ code: "not_found" });
  // This host name never resolves (RFC 6761, section 6.4).
  await expect(get("https://images.invalid/a.png")).rejects.toMatchObject({ code: "bad_source" });
});

const page = (path: string): ContentPage => ({
  slug: path.slice(1),
  locale: "en",
  path,
  title: "",
  description: "",
  body: { format: "markdown", source: "" },
});

it("checks against the current pages", async () => {
  const images = new Map([["/a", ["a.png"]]]);
  const listeners: (() => void)[] = [];
  let built = 0;
  const isUsed = createUsedInPages({
    content: {
      list: () => [...images.keys()].map((path) => ({ path, alternates: [] })),
      find: page,
      onChange: (listener) => listeners.push(listener),
    },
    listUsed: ({ path }) => {
      built += 1;
      return images.get(path) ?? [];
    },
  });
  const used = () => Promise.all(["a.png", "b.png"].map(isUsed));
  expect(built).toBe(0);
  expect([await used(), await used(), built]).toEqual([[true, false], [true, false], 1]);
  images.set("/b", ["b.png"]);
  images.delete("/a");
  for (const listener of listeners) listener();
  expect(await used()).toEqual([false, true]);
});
