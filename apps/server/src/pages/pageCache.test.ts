import type { RenderedPage } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { createPageCache, pageKey } from "./pageCache.ts";

/** A renderer that numbers its pages and finishes them when `release` is called. */
function countingRenderer() {
  let renderings = 0;
  const waiting: (() => void)[] = [];
  return {
    render: async (): Promise<RenderedPage> => {
      renderings += 1;
      const html = `rendering ${renderings}`;
      await new Promise<void>((resolve) => waiting.push(resolve));
      return { status: 200, sheet: "home", html };
    },
    release: () => {
      for (const resolve of waiting.splice(0)) resolve();
    },
    count: () => renderings,
  };
}

describe("createPageCache", () => {
  it("renders once for concurrent callers, and returns a cached page without a promise", async () => {
    const cache = createPageCache();
    const { render, release, count } = countingRenderer();
    const pending = [cache.get("/a", render), cache.get("/a", render)];
    release();
    const [first, second] = await Promise.all(pending);
    expect(first).toBe(second);
    expect(cache.get("/a", render)).toBe(first);
    expect(count()).toBe(1);
  });

  it("keeps variants separate", async () => {
    const cache = createPageCache();
    const render = (html: string) => async (): Promise<RenderedPage> => ({
      status: 200,
      sheet: "home",
      html,
    });
    const plain = await cache.get(pageKey("/a", "default"), render("plain"));
    const other = await cache.get(pageKey("/a", "b"), render("other"));
    expect([plain.body.identity.toString(), other.body.identity.toString()]).toEqual(["plain", "other"]);
  });

  it("keeps some pages and updates their content version, as if they were rendered again", async () => {
    const cache = createPageCache();
    let renderings = 0;
    const render = (text: string, contentVersion: string) => async (): Promise<RenderedPage> => {
      renderings += 1;
      return { status: 200, sheet: "home", html: `${text} ${contentVersion}`, contentVersion, texts: [text] };
    };
    const before = await cache.get("/a", render("a", "v1"));
    await cache.get("/b", render("b", "v1"));
    cache.keep(({ texts }) => texts?.includes("a") ?? false, "v2");
    cache.keep(({ texts }) => texts?.includes("a") ?? false, "v3");
    const [one, other] = [cache.get("/a", render("a", "v3")), cache.get("/a", render("a", "v3"))];
    expect(one).toBe(other);
    const [after, fresh] = [await one, await createPageCache().get("/a", render("a", "v3"))];
    expect(after).toEqual(fresh);
    expect(after.version).toBe(before.version);
    expect(renderings).toBe(3);
    await cache.get("/b", render("b", "v3"));
    expect(renderings).toBe(4);
    expect(cache.get("/a", render("a", "v3"))).toBe(after);
  });

  it("gives a page the same version while only the site's content version changes, but another ETag", async () => {
    const cache = createPageCache();
    const render = (contentVersion: string, text: string) => async (): Promise<RenderedPage> => ({
      status: 200,
      sheet: "home",
      html: `{"contentVersion":"${contentVersion}"}<p>${text}`,
      contentVersion,
    });
    const first = await cache.get("/a", render("v1", "Text"));
    const later = await cache.get("/b", render("v2", "Text"));
    const other = await cache.get("/c", render("v2", "Other text"));
    expect(later.version).toBe(first.version);
    expect(later.versionHeaders).toEqual(first.versionHeaders);
    expect(later.digest).not.toBe(first.digest);
    expect(other.version).not.toBe(first.version);
  });

  it("does not cache a page whose rendering started before the cache was cleared", async () => {
    const cache = createPageCache();
    const { render, release } = countingRenderer();
    const stale = cache.get("/a", render);
    cache.clear();
    const fresh = cache.get("/a", render);
    release();
    await stale;
    expect((await fresh).body.identity.toString()).toBe("rendering 2");
    expect((await cache.get("/a", render)).body.identity.toString()).toBe("rendering 2");
  });

  it("retries after a failed rendering", async () => {
    const cache = createPageCache();
    await expect(cache.get("/a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    const page = await cache.get("/a", async () => ({ status: 200, sheet: "home", html: "yes" }));
    expect(page.body.identity.toString()).toBe("yes");
  });
});
