import type { InstallResponse, SiteResponse } from "@marquee/contract/schema";
import { afterAll, beforeAll, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import { drained, type TestStores } from "../../../testing/startTestStores.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
let stores: TestStores;
let console_: TestConsole;

beforeAll(async () => {
  stores = await borrowTestStores();
  console_ = await startConsole(stores, { now: () => NOW });
}, 120_000);
afterAll(async () => {
  await console_.app.close();
  await stores.stop();
});

it("lists the other hosts of the Site, each with its latest event of the last 30 days", async () => {
  const { site, revision } = (await console_.get("/site")).json() as SiteResponse;
  const hosts = [...site.hosts, "docs.example.com", "blog.example.com", "old.example.com"];
  await console_.put("/site", { revision, site: { ...site, hosts } });
  const from = (host: string, received_at: number, demo: 0 | 1 = 0) =>
    eventRow({ message_id: `${host}-${received_at}-${demo}`, host, received_at, demo });
  await stores.spool.append([
    from("docs.example.com", NOW - 5000),
    from("docs.example.com", NOW - 2000),
    from("blog.example.com", NOW - 1000, 1),
    from("old.example.com", NOW - 31 * 24 * 3_600_000),
    from("unlisted.example.com", NOW - 1000),
  ]);
  await drained(stores);
  expect((await console_.get("/install")).json() as InstallResponse).toEqual({
    script: "http://127.0.0.1:3000/marquee.js",
    origin: "http://127.0.0.1:3000",
    cookieDomain: null,
    datadog: { clientToken: "wk-test", proxy: "http://127.0.0.1:3000/v1/monitoring" },
    hosts: [
      { host: "docs.example.com", lastEventAt: NOW - 2000 },
      { host: "blog.example.com", lastEventAt: null },
      { host: "old.example.com", lastEventAt: null },
    ],
  });
});
