import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, it } from "vitest";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { registerAssets } from "./assets.ts";

let app: FastifyInstance;
let dir: string;
beforeEach(async () => {
  dir = temporaryDir();
  await mkdir(join(dir, "assets"));
  await mkdir(join(dir, ".vite"));
  for (const name of [
    "assets/a-1.js",
    "assets/a-1.js.map",
    "assets/b-1.woff2",
    "favicon.svg",
    ".vite/x.json",
  ])
    await writeFile(join(dir, name), name);
  await writeFile(join(dir, "assets/a-1.js.gz"), gzipSync("assets/a-1.js"));
  app = fastify();
  await registerAssets(app, dir);
});
afterEach(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

it("serves the build's files as immutable, in the encoding the browser accepts", async () => {
  const plain = await get("/assets/a-1.js");
  expect(plain.body).toBe("assets/a-1.js");
  expect(plain.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": "text/javascript; charset=utf-8",
    vary: "accept-encoding",
  });
  const compressed = await get("/assets/a-1.js", { "accept-encoding": "br, gzip" });
  expect(compressed.headers["content-encoding"]).toBe("gzip");
  expect(compressed.rawPayload).toEqual(gzipSync("assets/a-1.js"));
  const font = await get("/assets/b-1.woff2", { "accept-encoding": "br, gzip" });
  expect(font.headers).toMatchObject({ "content-type": "font/woff2", "content-length": "16" });
  expect(font.headers["content-encoding"]).toBeUndefined();
});

it("serves the assets of earlier builds, but no other file of theirs", async () => {
  const earlier = temporaryDir();
  await mkdir(join(earlier, "assets"));
  for (const name of ["assets/a-0.js", "assets/a-1.js", "icon-192.png"])
    await writeFile(join(earlier, name), `earlier ${name}`);
  await writeFile(join(earlier, "assets/a-0.js.gz"), gzipSync("earlier"));
  const later = fastify();
  await registerAssets(later, dir, [join(earlier, "removed"), earlier]);
  const bodyOf = async (url: string) => (await later.inject({ url })).body;
  expect(await bodyOf("/assets/a-0.js")).toBe("earlier assets/a-0.js");
  expect(await bodyOf("/assets/a-1.js")).toBe("assets/a-1.js");
  const compressed = await later.inject({ url: "/assets/a-0.js", headers: { "accept-encoding": "gzip" } });
  expect(compressed.rawPayload).toEqual(gzipSync("earlier"));
  expect((await later.inject("/icon-192.png")).statusCode).toBe(404);
  await later.close();
});

it("returns 304 only for the tag of the same content and encoding", async () => {
  const { etag } = (await get("/favicon.svg")).headers;
  expect((await get("/favicon.svg", { "if-none-match": String(etag) })).statusCode).toBe(304);
  expect((await get("/favicon.svg", { "if-none-match": '"other"' })).statusCode).toBe(200);
  const ifNoneMatch = { "if-none-match": String((await get("/assets/a-1.js")).headers.etag) };
  expect((await get("/assets/a-1.js", { ...ifNoneMatch, "accept-encoding": "gzip" })).statusCode).toBe(200);
});

it.each([
  "/assets/a-1.js.map",
  "/assets/a-1.js%2emap",
  "/assets/a-1.js.gz",
  "/assets/",
  "/assets/../.vite/x.json",
  "/assets/%2e%2e/.vite/x.json",
  "/assets/..%2f.vite/x.json",
  "/assets/__proto__",
  "/.git/config",
  "/.vite/x.json",
])("does not serve %s", async (url) => {
  expect((await get(url)).statusCode).toBe(404);
});
