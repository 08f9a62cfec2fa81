import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { decryptSecret, encryptSecret } from "../../platform/storage/encryptSecret.ts";
import { startRecords } from "../../platform/storage/records/startRecords.ts";
import { type Backups, createBackups, FOLDER_KEY } from "../../testing/backups.ts";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import type { TestStores } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { connections } from "../connections/tables.ts";

const newKey = () => randomBytes(32).toString("base64url");
const NEW_KEY = newKey();
const SECRETS = JSON.stringify({ url: "https://hooks.slack.com/services/a" });
let stores: TestStores;
let backups: Backups;
/** Backups of a server with the key in its folder, and of one with `SECRETS_KEY`. */
let withKey: string;
let withoutKey: string;

beforeAll(async () => {
  stores = await borrowTestStores();
  backups = await createBackups(stores);
  const secrets = encryptSecret(SECRETS, FOLDER_KEY, "slack");
  await stores.records.db
    .insert(connections)
    .values({ kind: "slack", settings: {}, secrets, enabled: true, revision: 1 });
  withKey = join(backups.folder, "with.backup");
  await backups.backUp(withKey);
  rmSync(join(backups.folder, "secrets.key"));
  withoutKey = join(backups.folder, "without.backup");
  await backups.backUp(withoutKey);
});
afterAll(async () => {
  backups.remove();
  await stores.stop();
});

/** The stored secrets of a data folder, decrypted. */
async function secretsIn(dataDir: string, key: string): Promise<string> {
  const options = await backups.optionsFor(dataDir);
  const records = await startRecords({ ...options, ...options.config });
  try {
    const [row] = await records.db.select().from(connections);
    return decryptSecret(row?.secrets ?? "", key, "slack");
  } finally {
    await records.stop();
  }
}

it("secrets are encrypted with SECRETS_KEY, wherever the backup comes from", async () => {
  const dataDir = temporaryDir();
  const { unreadable } = await backups.restore(withKey, dataDir, { change: { secretsKey: NEW_KEY } });
  expect(unreadable).toEqual([]);
  expect(await secretsIn(dataDir, NEW_KEY)).toBe(SECRETS);
  // The old key is no longer needed.
  expect(existsSync(join(dataDir, "secrets.key"))).toBe(false);
});

it("secrets of a server with SECRETS_KEY need it as SECRETS_KEY_BEFORE, and are named without it", async () => {
  const dataDir = temporaryDir();
  const change = { secretsKey: null, secretsKeyBefore: FOLDER_KEY };
  expect((await backups.restore(withoutKey, dataDir, { change })).unreadable).toEqual([]);
  const created = readFileSync(join(dataDir, "secrets.key"), "utf8").trim();
  expect(await secretsIn(dataDir, created)).toBe(SECRETS);

  const other = temporaryDir();
  const restored = await backups.restore(withoutKey, other, { change: { secretsKey: NEW_KEY } });
  expect(restored.unreadable).toEqual(["slack"]);
  expect(await secretsIn(other, FOLDER_KEY)).toBe(SECRETS);
});
