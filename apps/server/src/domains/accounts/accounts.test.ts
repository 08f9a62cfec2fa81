import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Records } from "../../platform/storage/records/records.ts";
import { accounts } from "../../platform/storage/records/schema.ts";
import { borrowRecords } from "../../testing/borrowStores.ts";
import { ensureOwner, findByCredentials } from "./accounts.ts";

const OWNER = { email: "Owner@trellis.example", password: "a long enough password" };
let records: Records;
let warnings: string[];
const log = { warn: (message: string) => void warnings.push(message) };

beforeAll(async () => {
  records = await borrowRecords();
}, 120_000);
beforeEach(async () => {
  warnings = [];
  await records.db.delete(accounts);
});
afterAll(async () => {
  await records.stop();
});

it("creates the owner once, without warnings at later starts", async () => {
  for (let start = 0; start < 2; start += 1) await ensureOwner(records.db, OWNER, log);
  expect(await findByCredentials(records.db, OWNER)).toMatchObject({ role: "owner" });
  expect(warnings).toEqual([]);
});

it("warns that a changed OWNER_PASSWORD is ignored and names the command, not the password", async () => {
  await ensureOwner(records.db, OWNER, log);
  const changed = { ...OWNER, password: "another long enough password" };
  await ensureOwner(records.db, changed, log);
  expect(warnings).toEqual([
    "OWNER_PASSWORD is ignored because that account already has another password. To change it, run: npm run reset-password -- EMAIL",
  ]);
  expect(await findByCredentials(records.db, changed)).toBeNull();
  expect(await findByCredentials(records.db, OWNER)).not.toBeNull();
});

it("does not recreate a removed owner", async () => {
  await ensureOwner(records.db, OWNER, log);
  const { passwordHash } = (await records.db.select().from(accounts))[0] ?? { passwordHash: "" };
  await records.db.delete(accounts);
  await records.db.insert(accounts).values({ email: "eve@trellis.example", role: "owner", passwordHash });
  await ensureOwner(records.db, OWNER, log);
  expect(await findByCredentials(records.db, OWNER)).toBeNull();
  expect(warnings).toEqual([
    "OWNER_EMAIL is ignored because accounts already exist. Ask an owner to invite that address.",
  ]);
});
