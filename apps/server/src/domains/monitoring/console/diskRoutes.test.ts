import { ROLES } from "@marquee/contract/schema";
import { afterAll, beforeAll, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { accounts } from "../../accounts/tables.ts";

let stores: TestStores;
let api: TestConsole;

beforeAll(async () => {
  stores = await borrowTestStores();
  api = await startConsole(stores);
});
afterAll(async () => {
  await api.app.close();
  await stores.stop();
});

it("shows the disk's state only to people who can act", async () => {
  const statuses: Record<string, number> = {};
  for (const role of ROLES) {
    await stores.records.db.update(accounts).set({ role });
    const answer = await api.get("/disk");
    statuses[role] = answer.statusCode;
    if (answer.statusCode === 200) expect(answer.json()).toEqual({ free: 60e9, total: 100e9, level: "ok" });
  }
  expect(statuses).toEqual({ owner: 200, editor: 200, contributor: 403, viewer: 403 });
});
