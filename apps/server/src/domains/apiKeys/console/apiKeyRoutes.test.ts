import type { ApiKeysResponse, ChangesResponse, NewApiKeyResponse } from "@marquee/contract/schema";
import { afterEach, beforeEach, expect, it } from "vitest";
import { apiKeys } from "../../../platform/storage/records/schema.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { findApiKey } from "../apiKeyStore.ts";

const NOON = Date.UTC(2026, 10, 24, 12);
const NO_OWNER = "Only owners can manage API keys. Ask an owner.";
let stores: TestStores;
let console_: TestConsole;

const start = async (role: "owner" | "editor" | "viewer" = "owner") => {
  stores = await borrowTestStores();
  console_ = await startConsole(stores, { role, now: () => NOON });
};
beforeEach(() => start());
afterEach(async () => {
  await console_.app.close();
  await stores.stop();
});

const list = async () => (await console_.get("/api-keys")).json() as ApiKeysResponse;
const create = async (name: string) =>
  (await console_.post("/api-keys", { name })).json() as NewApiKeyResponse;

it("returns a new key once, and lists it without the key", async () => {
  const { id, name, key } = await create("  Looker dashboard ");
  expect([name, key]).toEqual(["Looker dashboard", expect.stringMatching(/^[\w-]{43}$/)]);
  expect(await list()).toEqual({
    keys: [
      {
        id,
        name: "Looker dashboard",
        scope: "figures",
        startsWith: key.slice(0, 4),
        createdBy: "owner@trellis.example",
        createdAt: NOON,
        lastUsedAt: null,
        revokedAt: null,
      },
    ],
    origin: "http://127.0.0.1:3000",
    siteId: "127.0.0.1:3000",
  });
  expect(JSON.stringify(await stores.records.db.select().from(apiKeys))).not.toContain(key);
  expect((await findApiKey(stores.records.db, key, NOON))?.id).toBe(id);
});

it("revokes a key once, keeps it in the list, and records both changes without the key", async () => {
  const { key } = await create("Dashboard");
  const [{ id } = { id: "" }] = (await list()).keys;
  expect((await console_.post(`/api-keys/${id}/revoke`, {})).statusCode).toBe(200);
  expect(await findApiKey(stores.records.db, key, NOON)).toBeNull();
  expect((await list()).keys).toMatchObject([{ id, revokedAt: NOON }]);
  for (const each of [id, "x", "00000000-0000-4000-8000-000000000000"])
    expect((await console_.post(`/api-keys/${each}/revoke`, {})).statusCode).toBe(404);
  const { changes } = (await console_.get("/changes")).json() as ChangesResponse;
  expect(
    changes.map(({ action, entity, key: name, isReversible }) => [action, entity, name, isReversible]),
  ).toEqual([
    ["revoked", "api-key", "Dashboard", false],
    ["created", "api-key", "Dashboard", false],
  ]);
  expect(JSON.stringify(changes)).not.toContain(key);
});

it("rejects a key without a name", async () => {
  for (const name of ["", "  ", "x".repeat(101), 5])
    expect((await console_.post("/api-keys", { name })).statusCode).toBe(400);
  expect((await console_.post("/api-keys", { name: "Git", scope: "all" })).statusCode).toBe(400);
  expect((await list()).keys).toEqual([]);
});

it.each(["editor", "viewer"] as const)(
  "shows nothing to the role %s, not even in the change history",
  async (role) => {
    await create("Dashboard");
    const [{ id } = { id: "" }] = (await list()).keys;
    await console_.app.close();
    console_ = await startConsole(stores, { role, now: () => NOON });
    const refused = [
      await console_.get("/api-keys"),
      await console_.post("/api-keys", { name: "Mine" }),
      await console_.post(`/api-keys/${id}/revoke`, {}),
    ];
    for (const response of refused)
      expect([response.statusCode, response.json().error.message]).toEqual([403, NO_OWNER]);
    expect(((await console_.get("/changes")).json() as ChangesResponse).changes).toEqual([]);
  },
);
