import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Records } from "../storage/records/records.ts";
import { accounts } from "../storage/records/schema.ts";
import { startTestRecords } from "../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../testing/temporaryDir.ts";
import { ensureOwner, findByCredentials } from "./accounts.ts";

const OWNER = { email: "Owner@trellis.example", password: "a long enough password" };
const dataDir = createTemporaryDir();
let records: Records;
let warnings: string[];
const log = { warn: (message: string) => void warnings.push(message) };

beforeAll(async () => {
  records = await startTestRecords(dataDir);
}, 120_000);
beforeEach(async () => {
  warnings = [];
  await records.db.delete(accounts);
});
afterAll(async () => {
  await records.stop();
  removeDir(dataDir);
});

it("makes the owner once, without a word at later starts", async () => {
  for (let start = 0; start < 2; start += 1) await ensureOwner(records.db, OWNER, log);
  expect(await findByCredentials(records.db, OWNER)).toMatchObject({ role: "owner" });
  expect(warnings).toEqual([]);
});

it("says that a changed OWNER_PASSWORD is not used, which command changes it, and not the password", async () => {
  await ensureOwner(records.db, OWNER, log);
  const changed = { ...OWNER, password: "another long enough password" };
  await ensureOwner(records.db, changed, log);
  expect(warnings).toEqual([
    "OWNER_PASSWORD is not used: owner@trellis.example already exists with another password. To change that one, run: npm run reset-password -- owner@trellis.example",
  ]);
  expect(await findByCredentials(records.db, changed)).toBeNull();
  expect(await findByCredentials(records.db, OWNER)).not.toBeNull();
});

it("does not bring back an owner who was removed", async () => {
  await ensureOwner(records.db, OWNER, log);
  const { passwordHash } = (await records.db.select().from(accounts))[0] ?? { passwordHash: "" };
  await records.db.delete(accounts);
  await records.db.insert(accounts).values({ email: "eve@trellis.example", role: "owner", passwordHash });
  await ensureOwner(records.db, OWNER, log);
  expect(await findByCredentials(records.db, OWNER)).toBeNull();
  expect(warnings).toEqual([
    "OWNER_EMAIL is not used: it makes the first account, and there are accounts already. Ask an owner to invite owner@trellis.example.",
  ]);
});
