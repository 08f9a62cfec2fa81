import type { SiteResponse } from "@marquee/contract/schema";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import {
  silent,
  startTestRecords,
  startTestStores,
  type TestStores,
} from "../../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../../testing/temporaryDir.ts";
import { startSite } from "../startSite.ts";

const dataDir = createTemporaryDir();
let stores: TestStores;
let console_: TestConsole;

beforeAll(async () => {
  stores = await startTestStores(dataDir);
  console_ = await startConsole(stores);
});
afterAll(async () => {
  await console_.app.close();
  await stores.stop();
  removeDir(dataDir);
});

const read = async () => (await console_.get("/site")).json() as SiteResponse;
const save = async (change: Partial<SiteResponse["definition"]>) => {
  const { definition: site, revision } = await read();
  return console_.put("/site", { revision, definition: { ...site, ...change } });
};

it("starts with the host of PUBLIC_URL, UTC and Monday", async () => {
  expect(await read()).toEqual({
    id: "127.0.0.1:3000",
    definition: { hosts: ["127.0.0.1:3000"], timeZone: "UTC", weekStart: 1, excludedAddresses: [] },
    revision: 0,
    updatedAt: null,
    updatedBy: null,
    publicHost: "127.0.0.1:3000",
  });
});

it("saves a change for every instance, includes it in the session, and reverts it", async () => {
  const other = await startSite({
    ...stores,
    publicUrl: "http://127.0.0.1:3000",
    now: Date.now,
    log: silent,
  });
  const change = {
    timeZone: "Europe/Berlin",
    weekStart: 7,
    hosts: ["WWW.trellis.example", "www.trellis.example"],
    excludedAddresses: ["192.0.2.77/24", "::ffff:198.51.100.4", "2001:DB8:0::1", "192.0.2.0/24"],
  } as const;
  const saved = (await save(change as never)).json() as SiteResponse;
  expect(saved).toMatchObject({ id: "127.0.0.1:3000", revision: 1, updatedBy: "owner@trellis.example" });
  expect(saved.definition).toEqual({
    timeZone: "Europe/Berlin",
    weekStart: 7,
    hosts: ["www.trellis.example", "127.0.0.1:3000"],
    excludedAddresses: ["192.0.2.0/24", "198.51.100.4", "2001:db8::1"],
  });
  await expect.poll(() => other.current().timeZone, { interval: 10 }).toBe("Europe/Berlin");
  await other.stop();
  expect((await console_.get("/session")).json().site).toEqual({
    id: "127.0.0.1:3000",
    timeZone: "Europe/Berlin",
    weekStart: 7,
    ownHosts: ["127.0.0.1:3000", "(not set)"],
  });

  const { changes } = (await console_.get("/changes?entity=site")).json();
  expect(changes).toMatchObject([{ action: "changed", isReversible: true }]);
  expect((await console_.post(`/changes/${changes[0].id}/revert`, {})).statusCode).toBe(200);
  const { excludedAddresses } = saved.definition;
  expect(await read()).toMatchObject({ definition: { timeZone: "UTC", weekStart: 1, excludedAddresses } });
});

it("shows excluded addresses to owners only, and records only their number in the history", async () => {
  await save({ excludedAddresses: ["192.0.2.9"] });
  await save({ excludedAddresses: ["192.0.2.8"] });
  const history = await console_.get("/changes?entity=site");
  expect(history.body).not.toContain("192.0.2");
  expect(history.json().changes[0]).toMatchObject({
    before: { excludedAddresses: "1 address" },
    after: { excludedAddresses: "1 address, changed" },
    isReversible: false,
  });
  for (const role of ["viewer", "editor"] as const) {
    const other = await startConsole(stores, { role });
    const { definition: site, revision } = (await other.get("/site")).json() as SiteResponse;
    expect(site).not.toHaveProperty("excludedAddresses");
    const isEditor = role === "editor";
    const response = await other.put("/site", { revision, definition: { ...site, weekStart: 3 } });
    expect(response.statusCode).toBe(isEditor ? 200 : 403);
    expect(response.body).not.toContain("192.0.2");
    const taken = await other.put("/site", {
      revision: revision + 1,
      definition: { ...site, excludedAddresses: [] },
    });
    expect(taken.statusCode).toBe(403);
    await other.app.close();
  }
  // The role applies to every account.
  await (await startConsole(stores)).app.close();
  expect((await read()).definition).toMatchObject({ weekStart: 3, excludedAddresses: ["192.0.2.8"] });
});

it.each([
  [{ timeZone: "Mars/Olympus" }, "Mars/Olympus is not a time zone"],
  [{ timeZone: "+02:00" }, "+02:00 is not a time zone"],
  [{ weekStart: 8 }, "/definition/weekStart"],
  [{ hosts: [] }, "/definition/hosts"],
  [{ hosts: ["https://www.trellis.example"] }, "is not a host"],
  [{ hosts: ["a b"] }, "is not a host"],
  [{ excludedAddresses: ["office"] }, "office is not an IP address or range"],
  [{ excludedAddresses: ["192.0.2.1/33"] }, "192.0.2.1/33 is not"],
  [{ excludedAddresses: ["fe80::1%eth0"] }, "is not an IP address"],
  [{ excludedAddresses: ["::ffff:192.0.2.1/96"] }, "is not an IP address"],
  [{ excludedAddresses: ["::/0"] }, "covers every address"],
])("rejects %j", async (change, reason) => {
  const answer = await save(change as never);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().error.message).toContain(reason);
});

it("reports a conflict, and lets viewers only read", async () => {
  const { definition: site, revision } = await read();
  const stale = await console_.put("/site", { revision: revision - 1, definition: site });
  expect(stale.statusCode).toBe(409);
  const viewer = await startConsole(stores, { role: "viewer" });
  expect((await viewer.get("/site")).statusCode).toBe(200);
  expect((await viewer.put("/site", { revision, definition: site })).statusCode).toBe(403);
  await viewer.app.close();
});

it("keeps its ID and adds the host when PUBLIC_URL changes, even when two instances start at the same time", async () => {
  const folder = createTemporaryDir();
  const records = await startTestRecords(folder);
  const start = (publicUrl: string) => startSite({ records, publicUrl, now: Date.now, log: silent });
  const [first, second] = await Promise.all([start("https://one.example"), start("https://one.example")]);
  expect(first.current()).toEqual(second.current());
  const moved = await start("https://two.example:8443");
  expect(moved.current()).toMatchObject({ id: "one.example", hosts: ["one.example", "two.example:8443"] });
  await Promise.all([first, second, moved].map(({ stop }) => stop()));
  await records.stop();
  removeDir(folder);
});
