import { brotliDecompressSync } from "node:zlib";
import { type Catalog, NO_BANNER, type SiteContent } from "@marquee/contract";
import { fastify } from "fastify";
import { expect, test } from "vitest";
import { registerContent } from "./contentRoutes.ts";

const EMPTY = { en: {}, "fr-FR": {}, "es-ES": {}, it: {}, "pt-BR": {}, de: {} };

function contentOf(version: string): SiteContent {
  const de = { shell: { skip: version }, home: { title: `Start ${version}` } };
  return {
    version,
    copy: { ...EMPTY, de },
    catalog: { plans: version } as unknown as Catalog,
    images: {},
    sections: {},
    banner: NO_BANNER,
  };
}

function create() {
  let content = contentOf("v0");
  let listener = () => {};
  const app = fastify();
  registerContent(app, {
    values: () => content,
    onChange(added) {
      listener = added;
    },
  });
  const publish = (version: string) => {
    content = contentOf(version);
    listener();
  };
  return { ask: (url: string, headers = {}) => app.inject({ url, headers }), publish };
}

test("serves copy, and shell with catalog, compressed and cacheable forever", async () => {
  const { ask } = create();
  const answer = await ask("/content/v0/de/home.json", { "accept-encoding": "br" });
  expect(answer.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-encoding": "br",
    "content-type": "application/json; charset=utf-8",
    vary: "accept-encoding",
  });
  expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString())).toEqual({ title: "Start v0" });
  expect((await ask("/content/v0/de/start.json")).json()).toEqual({
    shell: { skip: "v0" },
    catalog: { plans: "v0" },
    images: {},
  });
  const { etag } = answer.headers;
  const again = await ask("/content/v0/de/home.json", { "accept-encoding": "br", "if-none-match": etag });
  expect(again.statusCode).toBe(304);
});

test.each([
  "/content/v1/de/home.json",
  "/content/v0/xx/home.json",
  "/content/v0/__proto__/start.json",
  "/content/v0/de/none.json",
  "/content/v0/de/__proto__.json",
  "/content/v0/de/constructor.json",
  "/content/v0/de/home",
  "/content/__proto__/de/home.json",
])("%s does not exist, with an uncacheable response", async (url) => {
  const answer = await create().ask(url);
  expect(answer.statusCode).toBe(404);
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.json().error.message).toContain("Reload the page.");
});

test("keeps the content of pages that are still open: the last ten versions", async () => {
  const { ask, publish } = create();
  const title = async (version: string) => (await ask(`/content/${version}/de/home.json`)).json().title;
  publish("v1");
  expect([await title("v0"), await title("v1")]).toEqual(["Start v0", "Start v1"]);
  for (let count = 2; count < 10; count += 1) publish(`v${count}`);
  publish("v0");
  publish("v10");
  expect(await title("v0")).toBe("Start v0");
  expect(await title("v1")).toBeUndefined();
  expect(await title("v2")).toBe("Start v2");
});
