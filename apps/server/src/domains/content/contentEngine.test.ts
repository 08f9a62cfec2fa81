import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startRealContent } from "../../testing/realContent.ts";
import { type ContentEngine, createContentEngine } from "./contentEngine.ts";
import { NO_OVERLAY } from "./overlay.ts";

const ITEM = "copy:en:home";
const overlay = (title: string) => new Map([[ITEM, { "/hero/title": title, "/meta/title": "Home" }]]);

let real: Awaited<ReturnType<typeof startRealContent>>;
let engine: ContentEngine;
let build: ReturnType<typeof vi.fn>;

beforeEach(async () => {
  real = await startRealContent();
  build = vi.fn(real.content.build);
  engine = createContentEngine({ ...real, content: { ...real.content, build: build as never } });
  engine.publish(NO_OVERLAY);
});
afterEach(() => real.content.stop());

it("builds equal changes once, whatever the order of their members", () => {
  const built = engine.build(overlay("New"));
  const same = new Map([[ITEM, { "/meta/title": "Home", "/hero/title": "New" }]]);
  expect(engine.build(same)).toBe(built);
  engine.publish(same);
  expect(real.siteContent.values()).toBe(built.site);
  expect(engine.build(overlay("Newer"))).not.toBe(built);
  expect(build).toHaveBeenCalledTimes(3);
});

it("rebuilds once after files change, and serves the result with the published changes", async () => {
  engine.publish(overlay("New"));
  build.mockClear();
  const site = real.siteContent.files();
  const { home, ...otherTexts } = site.copy.en;
  const edited = { ...(home as object), edited: "yes" };
  real.change({ ...site, version: "other", copy: { ...site.copy, en: { ...otherTexts, home: edited } } });
  expect(real.siteContent.values().copy.en.home).toMatchObject({ edited: "yes", hero: { title: "New" } });
  expect(engine.build(overlay("New")).site).toBe(real.siteContent.values());
  expect(build).toHaveBeenCalledTimes(1);
});

it("reads the published changes once, however often they are asked for", () => {
  const changes = overlay("New");
  const read = vi.spyOn(changes, Symbol.iterator);
  const built = engine.build(changes);
  const reads = read.mock.calls.length;
  expect(reads).toBeGreaterThan(0);
  expect(engine.build(changes)).toBe(built);
  expect(read).toHaveBeenCalledTimes(reads);
});
