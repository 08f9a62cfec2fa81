import { ONE_DAY, ONE_SECOND } from "@marquee/contract";
import type { PageVersionsResponse } from "@marquee/contract/schema";
import { afterAll, beforeAll, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { queryWithin } from "../../../testing/queryWithin.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { createArchiveStore } from "../archiveStore.ts";

const AT = Date.UTC(2026, 10, 1);
let stores: TestStores;
let console: TestConsole;

beforeAll(async () => {
  stores = await borrowTestStores();
  console = await startConsole(stores, { role: "viewer" });
  const store = createArchiveStore(stores.records.db);
  const keep = (version: string, release: string, days: number, variant = "") =>
    store.keepPage(
      { version, path: "/pricing", variant, html: Buffer.from(version) },
      { release, addresses: [], at: AT + days * ONE_DAY },
    );
  await keep("v1", "r1", 0);
  await keep("v2", "r2", 1);
  await keep("v3", "r2", 1, "hero/bold");
  await keep("v4", "r3", 2);
  await keep("v4", "later", 9);
});
afterAll(async () => {
  await console.app.close();
  await stores.stop();
});

const versions = async (from: number, to: number) => {
  const answer = await console.post("/query/page-versions", queryWithin({ from, to, path: "/pricing" }));
  return (answer.json() as PageVersionsResponse).versions;
};

it("lists versions first served in the date range, and the last version of each variant before it", async () => {
  const within = await versions(AT + 1.5 * ONE_DAY, AT + 3 * ONE_DAY);
  expect(within.map(({ version }) => version)).toEqual(["v4", "v2", "v3"]);
  expect(within[2]).toEqual({
    version: "v3",
    variant: "hero/bold",
    release: "r2",
    firstServedAt: AT + ONE_DAY,
  });
  expect(within[0]?.release).toBe("r3");
  expect((await versions(AT - ONE_DAY, AT + ONE_SECOND)).map(({ version }) => version)).toEqual(["v1"]);
});

it("rejects a date range that ends before it starts", async () => {
  const query = { site_id: "127.0.0.1:3000", date_range: ["2026-11-02", "2026-11-01"], path: "/" };
  expect((await console.post("/query/page-versions", query)).statusCode).toBe(400);
});
