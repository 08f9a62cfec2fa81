import { ROLES, type SystemResponse } from "@marquee/contract/schema";
import { instanceState } from "@marquee/contract/testing/instanceState";
import { afterAll, beforeAll, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { accounts } from "../../accounts/tables.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
let stores: TestStores;
let api: TestConsole;

beforeAll(async () => {
  stores = await borrowTestStores();
  api = await startConsole(stores, { now: () => NOW, listInstances: async () => [instanceState(NOW)] });
});
afterAll(async () => {
  await api.app.close();
  await stores.stop();
});

it("shows the system to owners, only", async () => {
  const statuses: Record<string, number> = {};
  for (const role of ROLES) {
    await stores.records.db.update(accounts).set({ role });
    statuses[role] = (await api.get("/system")).statusCode;
  }
  expect(statuses).toEqual({ owner: 200, editor: 403, contributor: 403, viewer: 403 });
});

it("answers with all instances, and leaves out unknown values", async () => {
  await stores.records.db.update(accounts).set({ role: "owner" });
  const { jobs, ...system } = (await api.get("/system")).json() as SystemResponse;
  expect(Array.isArray(jobs)).toBe(true);
  expect(system).toEqual({
    now: NOW,
    instances: [instanceState(NOW)],
    sizes: { events: null, records: null },
    history: [],
    backup: null,
  });
});
