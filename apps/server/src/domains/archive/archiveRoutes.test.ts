import { archivedFilePath, archivedPagePath, ONE_DAY } from "@marquee/contract";
import type { Area } from "@marquee/contract/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { startConsole, type TestConsole } from "../../testing/startConsole.ts";
import type { TestStores } from "../../testing/startTestStores.ts";
import { accounts } from "../accounts/tables.ts";
import { createArchiveStore } from "./archiveStore.ts";

const AT = Date.UTC(2026, 10, 1);
let stores: TestStores;
let console: TestConsole;

const read = (url: string, cookie = console.cookie) => console.app.inject({ url, headers: { cookie } });
const page = (version: string, html = version) => ({
  version,
  path: "/pricing",
  variant: "",
  html: Buffer.from(html),
});
const served = (release: string, at: number) => ({ release, addresses: [], at });
const css = (text: string) => ({ mediaType: "text/css; charset=utf-8", body: Buffer.from(text) });

beforeAll(async () => {
  stores = await borrowTestStores();
  console = await startConsole(stores, { role: "viewer" });
  const store = createArchiveStore(stores.records.db);
  const scripts =
    '<script src="/assets/boot.js" defer></script><script>boot()</script><noscript>x</noscript>';
  await store.keepPage(page("v1", `<img src="/images?a=1&amp;b=2">${scripts}`), served("r1", AT));
  await store.keepPage(page("v2"), served("r2", AT + ONE_DAY));
  await store.keepFile("/favicon.svg", { mediaType: "image/svg+xml", body: Buffer.from("<svg/>") }, AT);
  await store.keepFile("/theme.css?x=1", css("a{color:red}"), AT);
  await store.keepFile("/theme.css?x=1", css("a{color:blue}"), AT + ONE_DAY);
});
afterAll(async () => {
  await console.app.close();
  await stores.stop();
});

describe("GET /console/archive/pages/:version", () => {
  it("sends the stored document with URLs rewritten to the archive, without scripts", async () => {
    const { statusCode, headers, body } = await read(archivedPagePath("v1"));
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(body).toBe(`<img src="${archivedFilePath("/images?a=1&amp;b=2", AT)}">`);
    expect(headers["content-security-policy"]).toBe(
      "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline' 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    );
  });

  it("returns 401 for pages and files without a session", async () => {
    for (const url of [archivedPagePath("v1"), archivedFilePath("/favicon.svg", AT)]) {
      const { statusCode, headers, body } = await read(url, "");
      expect([statusCode, headers["cache-control"]]).toEqual([401, "no-store"]);
      expect(body).toContain("Sign in");
    }
  });

  it("is for accounts that see analytics", async () => {
    const narrow = (areas: Area[] | null) => stores.records.db.update(accounts).set({ areas });
    const statuses = async () =>
      Promise.all(
        [archivedPagePath("v1"), archivedFilePath("/favicon.svg", AT)].map(
          async (url) => (await read(url)).statusCode,
        ),
      );
    await narrow(["content", "privacy"]);
    expect(await statuses()).toEqual([403, 403]);
    await narrow(["analytics"]);
    expect(await statuses()).toEqual([200, 200]);
    await narrow(null);
  });

  it("makes the browser revalidate each time, so that signing out ends access to cached copies", async () => {
    for (const url of [archivedPagePath("v1"), archivedFilePath("/favicon.svg", AT)]) {
      const { headers } = await read(url);
      expect(headers["cache-control"]).toBe("private, no-cache");
      const again = (cookie: string) =>
        console.app.inject({ url, headers: { cookie, "if-none-match": String(headers.etag) } });
      const notModified = await again(console.cookie);
      expect([notModified.statusCode, notModified.body, notModified.headers.etag]).toEqual([
        304,
        "",
        headers.etag,
      ]);
      expect(notModified.headers["content-security-policy"]).toBe(headers["content-security-policy"]);
      expect((await again("")).statusCode).toBe(401);
    }
    const other = await console.app.inject({
      url: archivedPagePath("v2"),
      headers: { cookie: console.cookie, "if-none-match": '"another"' },
    });
    expect(other.statusCode).toBe(200);
  });

  it("returns 404 for an unknown version", async () => {
    expect((await read(archivedPagePath("unknown"))).statusCode).toBe(404);
  });
});

describe("GET /console/archive/files/:at/*", () => {
  it("returns the file served at the time, or the first one if the time is earlier", async () => {
    const at = async (moment: number) => (await read(archivedFilePath("/theme.css?x=1", moment))).body;
    expect(await at(AT + 1)).toBe("a{color:red}");
    expect(await at(AT + ONE_DAY)).toBe("a{color:blue}");
    expect(await at(AT - ONE_DAY)).toBe("a{color:red}");
  });

  it("sends the media type and a sandbox policy", async () => {
    const { headers } = await read(archivedFilePath("/favicon.svg", AT));
    expect(headers).toMatchObject({ "content-type": "image/svg+xml", "x-content-type-options": "nosniff" });
    expect(headers["content-security-policy"]).toContain("sandbox; default-src 'none'");
  });

  it("returns 400 for an invalid timestamp and 404 for an unknown URL", async () => {
    expect((await read("/console/archive/files/soon/favicon.svg")).statusCode).toBe(400);
    expect((await read(archivedFilePath("/theme.css", AT))).statusCode).toBe(404);
    expect((await read(archivedFilePath("/theme.css?x=%00", AT))).statusCode).toBe(404);
  });
});
