import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ContentfulConfig } from "../../../platform/config/contentfulConfig.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import type { Resource } from "./fetchSpace.ts";
import { type PageSource, startContentful } from "./startContentful.ts";

const text = (value: string) => ({ nodeType: "text", value, marks: [], data: {} });
const node = (nodeType: string, content: unknown[], data: object = {}) => ({ nodeType, data, content });
const link = (linkType: string, id: string) => ({ target: { sys: { type: "Link", linkType, id } } });

const SECURITY: Resource = {
  sys: { id: "entry1" },
  fields: {
    slug: { "en-US": "safety" },
    title: { "en-US": "Safety", de: "Sicherheit" },
    description: { "en-US": "How &quot;R&amp;D&quot; is kept safe." },
    body: {
      "en-US": node("document", [
        node("paragraph", [
          node("entry-hyperlink", [text("next")], link("Entry", "entry2")),
          node("asset-hyperlink", [text("file")], link("Asset", "asset1")),
        ]),
        node("embedded-asset-block", [], link("Asset", "asset1")),
        node("embedded-asset-block", [], link("Asset", "gone")),
      ]),
      de: node("document", [
        node("paragraph", [node("entry-hyperlink", [text("weiter")], link("Entry", "entry2"))]),
      ]),
    },
  },
};
const NOTES: Resource = {
  sys: { id: "entry2" },
  fields: {
    slug: { "en-US": "notes" },
    title: { "en-US": "Notes" },
    description: { "en-US": "What is new." },
    markdown: { "en-US": "# New" },
  },
};
const ASSET: Resource = {
  sys: { id: "asset1" },
  fields: {
    title: { "en-US": "Board" },
    description: { "en-US": "To do &gt; done" },
    file: {
      "en-US": { url: "//images.ctfassets.net/a/board.png", details: { image: { width: 8, height: 6 } } },
    },
  },
};

/** A space as the Content Delivery API returns it; `items` can change between requests. */
let items: Resource[];
let status: number;
let requests: string[];
let api: Server;
let dataDir: string;
let lines: string[];
let sources: PageSource[];

beforeEach(async () => {
  items = [SECURITY, NOTES];
  status = 200;
  requests = [];
  lines = [];
  sources = [];
  dataDir = temporaryDir();
  api = createServer((request, response) => {
    requests.push(`${request.url} ${request.headers.authorization}`);
    const skip = Number(new URL(request.url ?? "/", "http://x").searchParams.get("skip"));
    const page = { total: items.length, items: items.slice(skip, skip + 100), includes: { Asset: [ASSET] } };
    response.writeHead(status, { "content-type": "application/vnd.contentful.delivery.v1+json" });
    response.end(
      JSON.stringify(status === 200 ? page : { sys: { type: "Error", id: "AccessTokenInvalid" } }),
    );
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  for (const source of sources) source.stop();
  api.closeAllConnections();
  api.close();
});

function config(change: Partial<ContentfulConfig> = {}): ContentfulConfig {
  const origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  return {
    spaceId: "space",
    accessToken: "token",
    environment: "master",
    contentType: "page",
    origin,
    ...change,
  };
}

async function start(interval = 60_000, change: Partial<ContentfulConfig> = {}): Promise<PageSource> {
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const source = await startContentful({
    config: config(change),
    policy: "loopback",
    dataDir,
    log,
    interval,
  });
  sources.push(source);
  return source;
}

describe("startContentful", () => {
  it("requests every entry of the content type in all locales, with its token", async () => {
    await start();
    expect(requests).toEqual([
      "/spaces/space/environments/master/entries?content_type=page&locale=*&include=2&order=sys.id&limit=100&skip=0 Bearer token",
    ]);
  });

  it("creates a page for each entry and locale with a body, with references resolved", async () => {
    const source = await start();
    const pages = source.pages().map(({ page }) => page);
    expect(pages.map(({ path, title }) => [path, title])).toEqual([
      ["/safety", "Safety"],
      ["/de/safety", "Sicherheit"],
      ["/notes", "Notes"],
    ]);
    expect(pages[0]?.description).toBe('How "R&D" is kept safe.');
    expect(pages[0]?.body).toEqual({
      format: "richText",
      document: node("document", [
        node("paragraph", [
          node("entry-hyperlink", [text("next")], { canonical: "/notes" }),
          node("asset-hyperlink", [text("file")], { url: "https://images.ctfassets.net/a/board.png" }),
        ]),
        node("embedded-asset-block", [], {
          url: "https://images.ctfassets.net/a/board.png",
          width: 8,
          height: 6,
          description: "To do > done",
        }),
      ]),
    });
    expect(JSON.stringify(pages[1]?.body)).toContain('"canonical":"/de/notes"');
    expect(pages[2]?.body).toEqual({ format: "markdown", source: "# New" });
    expect(lines).toEqual([expect.stringContaining("Contentful entry entry1 (en), content.2.data")]);
  });

  it("reads a space in several responses", async () => {
    items = Array.from({ length: 230 }, (_, index) => ({
      ...NOTES,
      sys: { id: `entry${index}` },
      fields: { ...NOTES.fields, slug: { en: `notes-${index}` } },
    }));
    const source = await start();
    expect([source.pages().length, requests.length]).toEqual([230, 3]);
  });

  it("reports an invalid entry and keeps the others", async () => {
    items = [{ ...SECURITY, fields: { ...SECURITY.fields, slug: { "en-US": "No Slug" } } }, NOTES];
    const source = await start();
    expect(source.pages().map(({ page }) => page.slug)).toEqual(["notes"]);
    expect(lines[0]).toContain(
      "Contentful entry entry1 (en), slug: The slug must be lowercase. Correct example: slug",
    );
  });

  it("reports each change once", async () => {
    const source = await start(20);
    const changed = vi.fn();
    source.onChange(changed);
    await vi.waitFor(() => expect(requests.length).toBeGreaterThan(3));
    expect(changed).not.toHaveBeenCalled();
    items = [NOTES];
    await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce());
    expect(source.pages().map(({ page }) => page.slug)).toEqual(["notes"]);
  });

  it("keeps the last good copy while Contentful is down, even after a restart", async () => {
    const first = await start(20);
    status = 503;
    await vi.waitFor(() =>
      expect(lines.join()).toContain(
        "Failed to read Contentful (Contentful responded with 503); keeping the current pages.",
      ),
    );
    expect(first.pages()).toHaveLength(3);
    first.stop();
    const second = await start();
    expect(second.pages().map(({ page }) => page.path)).toEqual(["/safety", "/de/safety", "/notes"]);
  });

  it("starts without Contentful or a copy, and logs what to check", async () => {
    status = 401;
    const source = await start();
    expect(source.pages()).toEqual([]);
    expect(lines[0]).toContain("check the access token");
    expect(existsSync(join(dataDir, "contentful.json"))).toBe(false);
  });

  it("does not use the copy of another space", async () => {
    await start();
    status = 503;
    const other = await start(60_000, { spaceId: "other" });
    expect(other.pages()).toEqual([]);
  });
});
