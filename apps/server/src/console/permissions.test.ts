import { may, ROLES, ROUTE_PERMISSIONS, type Role } from "@marquee/contract/schema";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accounts } from "../storage/records/schema.ts";
import { borrowTestStores } from "../testing/borrowStores.ts";
import { startConsole, type TestConsole } from "../testing/startConsole.ts";
import type { TestStores } from "../testing/startTestStores.ts";

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

const RESTRICTED = Object.entries(ROUTE_PERMISSIONS).flatMap(([route, permission]) =>
  permission === null || permission === "read" ? [] : [{ route, permission }],
);

it.each(ROLES)(
  "answers the role %s as the table of permissions says, before it reads a body",
  async (role) => {
    await stores.records.db.update(accounts).set({ role });
    for (const { route, permission } of RESTRICTED) {
      const [method = "", path = ""] = route.split(" ");
      const url = path.replace(/:\w+/g, "0");
      const answer = await (method === "POST" ? api.post(url, {}) : api.put(url, {}));
      expect(answer.statusCode === 403, `${route}: ${answer.statusCode}`).toBe(!may(role, permission));
    }
  },
);

it("lets contributors change drafts, and nothing that visitors or colleagues see", () => {
  const routesOf = (role: Role) =>
    RESTRICTED.filter(({ permission }) => may(role, permission)).map(({ route }) => route);
  expect(routesOf("viewer")).toEqual([]);
  expect(routesOf("contributor")).toEqual([
    "POST /content/drafts",
    "PUT /content/drafts/:id",
    "PUT /content/drafts/:id/field",
    "POST /content/drafts/:id/field",
    "POST /content/drafts/:id/page",
    "POST /content/images",
    "PUT /content/translations/mark",
    "POST /content/translations/check",
    "POST /content/drafts/:id/translations",
  ]);
});
