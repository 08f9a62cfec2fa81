import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Records } from "../../platform/storage/records/records.ts";
import { changes } from "../../platform/storage/records/tables.ts";
import { borrowRecords } from "../../testing/borrowStores.ts";
import { createApiKey, findApiKey, listApiKeys, revokeApiKey } from "./apiKeyStore.ts";
import { ensureEnvironmentKey } from "./environmentKey.ts";
import { apiKeys } from "./tables.ts";

const NOON = Date.UTC(2026, 10, 24, 12);
const FIRST = "first-key-first-key";
const SECOND = "second-key-second-key";
let records: Records;

beforeAll(async () => {
  records = await borrowRecords();
});
afterAll(() => records.stop());
beforeEach(async () => {
  await records.db.delete(apiKeys);
  await records.db.delete(changes);
});

const works = async (key: string) => (await findApiKey(records.db, key, NOON)) !== null;
const recorded = async () =>
  (await records.db.select().from(changes).orderBy(changes.id)).map(({ action, actor }) => [action, actor]);

it("creates the key once, and stores no more than its hash and first characters", async () => {
  await ensureEnvironmentKey(records.db, FIRST, NOON);
  await ensureEnvironmentKey(records.db, FIRST, NOON + 1);
  expect(await listApiKeys(records.db)).toMatchObject([
    { name: "Environment (API_KEY)", startsWith: "firs", createdBy: null, createdAt: NOON, revokedAt: null },
  ]);
  expect(await works(FIRST)).toBe(true);
  expect(await recorded()).toEqual([["created", "the environment"]]);
  const stored = JSON.stringify([
    await records.db.select().from(apiKeys),
    await records.db.select().from(changes),
  ]);
  expect(stored).not.toContain(FIRST);
});

it("is created once by instances that start together", async () => {
  await Promise.all([1, 2, 3].map(() => ensureEnvironmentKey(records.db, FIRST, NOON)));
  expect(await listApiKeys(records.db)).toHaveLength(1);
});

it("revokes the former key when the variable changes or is removed, and no key from the console", async () => {
  const made = await createApiKey(
    records.db,
    { name: "Dashboard" },
    { by: "owner@trellis.example", at: NOON },
  );
  await ensureEnvironmentKey(records.db, FIRST, NOON);
  await ensureEnvironmentKey(records.db, SECOND, NOON);
  expect([await works(FIRST), await works(SECOND)]).toEqual([false, true]);
  await ensureEnvironmentKey(records.db, FIRST, NOON);
  expect([await works(FIRST), await works(SECOND)]).toEqual([true, false]);
  await ensureEnvironmentKey(records.db, null, NOON);
  expect([await works(FIRST), await works(SECOND), await works(made.key)]).toEqual([false, false, true]);
});

it("cannot be revoked in the console, because the next start would create it again", async () => {
  await ensureEnvironmentKey(records.db, FIRST, NOON);
  const [{ id } = { id: "" }] = await listApiKeys(records.db);
  const revoking = revokeApiKey(records.db, id, { by: "owner@trellis.example", at: NOON });
  await expect(revoking).rejects.toThrow("Change or remove API_KEY there and restart the server.");
  expect(await works(FIRST)).toBe(true);
});

it("leaves a key from the console with the same text unchanged", async () => {
  const { key } = await createApiKey(
    records.db,
    { name: "Copied" },
    { by: "owner@trellis.example", at: NOON },
  );
  await ensureEnvironmentKey(records.db, key, NOON);
  expect(await listApiKeys(records.db)).toMatchObject([{ name: "Copied" }]);
});
