import type { FastifyRequest } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { silent, type TestStores } from "../../testing/startTestStores.ts";
import { countablePath, type HitCounter, KEPT_DAYS, readHits, startHitCounter } from "./countHits.ts";
import { pathHits } from "./tables.ts";

const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36";
const NOW = Date.UTC(2026, 10, 25, 10);
const ONE_DAY = 86_400_000;

let stores: TestStores;
let now: number;
let hits: HitCounter;

beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(() => stores.stop());
beforeEach(async () => {
  now = NOW;
  await stores.records.db.delete(pathHits);
  hits = startHitCounter({ db: stores.records.db, log: silent, now: () => now });
  return () => hits.stop();
});

const requestWith = (headers: Record<string, string> = {}, method = "GET") =>
  ({
    method,
    headers: { accept: "text/html,*/*", "user-agent": BROWSER, ...headers },
  }) as unknown as FastifyRequest;
const read = async () => {
  await hits.flush();
  const rows = await readHits(stores.records.db, now);
  return rows.map(({ kind, name, hits: count }) => `${kind} ${name} ${count}`).sort();
};

it("counts people's requests by day, and deletes the counts after 28 days", async () => {
  for (const request of [
    requestWith(),
    requestWith({ "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" }),
    requestWith({ accept: "image/webp" }),
    requestWith({ "sec-purpose": "prefetch;prerender" }),
    requestWith({}, "HEAD"),
  ]) {
    hits.note(request, "redirect", "old");
    hits.note(request, "missing", "/nowhere/");
  }
  expect(await read()).toEqual(["missing /nowhere 1", "redirect old 1"]);
  now += ONE_DAY;
  hits.note(requestWith(), "redirect", "old");
  expect(await read()).toEqual(["missing /nowhere 1", "redirect old 2"]);
  const [last] = (await readHits(stores.records.db, now)).filter(({ kind }) => kind === "redirect");
  expect(last?.lastAt).toBe(now);
  now = NOW + KEPT_DAYS * ONE_DAY;
  expect(await read()).toEqual(["redirect old 1"]);
  now += 2 * ONE_DAY;
  hits.note(requestWith(), "redirect", "new");
  expect(await read()).toEqual(["redirect new 1"]);
  expect(await stores.records.db.$count(pathHits)).toBe(1);
});

it("keeps the most requested paths, however many others are requested", async () => {
  const flood = async (name: string) => {
    for (let count = 0; count < 3; count += 1) hits.note(requestWith(), "missing", "/wanted");
    for (let count = 0; count < 3000; count += 1) hits.note(requestWith(), "missing", `/${name}/${count}`);
    await hits.flush();
  };
  for (const name of ["a", "b", "c", "d", "e", "f", "g", "h"]) await flood(name);
  expect(await stores.records.db.$count(pathHits)).toBe(300);
  expect(await read()).toContain("missing /wanted 24");
});

it.each([
  ["/old-page/", "/old-page"],
  ["/Über", null],
  ["/%C3%9Cber", "/%C3%9Cber"],
  ["/old/index.html", "/old/index.html"],
  ["/2024/news", "/2024/news"],
  ["/users/ann@trellis.example", null],
  ["/users/ann%40trellis.example", null],
  ["/orders/1234567", null],
  ["/reset/a8f3b2c9d4e5f6071829", null],
  ["/.env", null],
  ["/logo.png", null],
  ["//evil.example", null],
  ["/a\\b", null],
  ["/api/x", null],
  ["/", null],
  [`/${"a".repeat(300)}`, null],
  ["/a/b/c/d/e/f/g/h/i", null],
])("counts %s as %s", (path, counted) => {
  expect(countablePath(path)).toBe(counted);
});
