import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { QUICK_WEBASSEMBLY } from "../../../../scripts/test/nodeFlags.mjs";
import { ensureOwner, findByCredentials } from "../domains/accounts/accounts.ts";
import { accounts, passkeys, recoveryCodes, sessions } from "../domains/accounts/tables.ts";
import type { Records } from "../platform/storage/records/records.ts";
import { changes } from "../platform/storage/records/tables.ts";
import { resetPasswordCommand } from "../testing/eventProcess.ts";
import { silent, startTestRecords } from "../testing/startTestStores.ts";
import { createTemporaryDir, removeDir, temporaryDir } from "../testing/temporaryDir.ts";

const OWNER = { email: "owner@trellis.example", password: "a long enough password" };
const NEW_PASSWORD = "tidal-gravel-mitten";
/** A data folder with the owner's account and a session. */
const template = createTemporaryDir();
let dataDir = template;

beforeAll(() =>
  withRecords(async ({ db }) => {
    await ensureOwner(db, OWNER, silent);
    const [account] = await db.select().from(accounts);
    const at = new Date();
    await db
      .insert(sessions)
      .values({ id: "digest", accountId: account?.id ?? "", createdAt: at, lastSeenAt: at });
  }),
);
afterAll(() => removeDir(template));
beforeEach(() => {
  dataDir = template;
});

/** For a test that changes the data. */
function useCopy(): void {
  dataDir = temporaryDir();
  cpSync(template, dataDir, { recursive: true });
}

async function withRecords<T>(work: (records: Records) => Promise<T>): Promise<T> {
  const records = await startTestRecords(dataDir);
  try {
    return await work(records);
  } finally {
    await records.stop();
  }
}

/** Runs the command as `npm run reset-password` does, with `input` piped to it. */
async function resetPassword(args: string[], input: string, settings: Record<string, string> = {}) {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", PORT: "1", ...settings };
  const child = spawn(process.execPath, [QUICK_WEBASSEMBLY, resetPasswordCommand.entry, ...args], { env });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.end(input);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null) await once(child, "exit");
  return { code: child.exitCode, output: output.trim(), errors: errors.trim() };
}

describe("npm run reset-password", () => {
  it("sets the password read from stdin, ends all sessions and records the change", async () => {
    useCopy();
    const result = await resetPassword([" Owner@Trellis.example"], `${NEW_PASSWORD}\n`);
    expect(result).toEqual({
      code: 0,
      output: "Password changed for owner@trellis.example. All sessions of this account were ended.",
      errors: "",
    });
    await withRecords(async ({ db }) => {
      expect(await findByCredentials(db, OWNER)).toBeNull();
      expect(await findByCredentials(db, { ...OWNER, password: NEW_PASSWORD })).not.toBeNull();
      expect(await db.select().from(sessions)).toEqual([]);
      const recorded = await db.select().from(changes);
      expect(recorded).toMatchObject([
        { actor: "reset-password command", key: OWNER.email, action: "password changed" },
      ]);
      expect(JSON.stringify(recorded)).not.toContain(NEW_PASSWORD);
    });
  });

  it("removes two-factor authentication on request, and otherwise reports that it stays on", async () => {
    useCopy();
    await withRecords(async ({ db }) => {
      const [account] = await db.select().from(accounts);
      const accountId = account?.id ?? "";
      const key = { publicKey: new Uint8Array([1]), counter: 0, transports: [], name: "Laptop" };
      await db.insert(passkeys).values({ id: "key", accountId, ...key, createdAt: new Date() });
      await db.insert(recoveryCodes).values({ accountId, digest: "digest" });
    });
    const result = await resetPassword([OWNER.email], NEW_PASSWORD);
    expect(result.output).toContain("Two-factor authentication stays on.");
    await withRecords(async ({ db }) => expect(await db.select().from(passkeys)).toHaveLength(1));
    const removed = await resetPassword([OWNER.email, "--remove-two-factor"], NEW_PASSWORD);
    expect(removed).toMatchObject({ code: 0, errors: "" });
    expect(removed.output).toContain(
      "The account's authenticator app, passkeys and recovery codes were removed.",
    );
    await withRecords(async ({ db }) => {
      expect([await db.select().from(passkeys), await db.select().from(recoveryCodes)]).toEqual([[], []]);
      expect((await db.select().from(changes).orderBy(changes.id)).at(-1)).toMatchObject({
        actor: "reset-password command",
        key: OWNER.email,
        action: "two-factor reset",
      });
    });
  });

  it("asks to stop the server first while the server has the embedded store open", async () => {
    await withRecords(async ({ db }) => {
      const result = await resetPassword([OWNER.email], NEW_PASSWORD);
      expect(result).toMatchObject({ code: 1, output: "" });
      expect(result.errors).toMatch(/^Stop the server first/);
      expect(await findByCredentials(db, OWNER)).not.toBeNull();
    });
  });

  it("asks to stop the server first when only its port shows that it is running", async () => {
    const server = createServer((_request, response) => response.end()).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const result = await resetPassword([OWNER.email], NEW_PASSWORD, { PORT: String(port) });
    expect(result).toMatchObject({ code: 1, errors: expect.stringMatching(/^Stop the server first/) });
  });

  it("rejects an unknown email address, a weak password and missing arguments, with the reason", async () => {
    const rejected: [args: string[], input: string, reason: string][] = [
      [["nobody@trellis.example"], NEW_PASSWORD, "No account has the email address nobody@"],
      [[OWNER.email], "passwordpassword", "easy to guess"],
      [[OWNER.email], "", "12 to 200 characters"],
      [[], NEW_PASSWORD, "Usage: npm run reset-password -- EMAIL"],
    ];
    for (const [args, input, reason] of rejected)
      expect(await resetPassword(args, input)).toMatchObject({
        code: 1,
        errors: expect.stringContaining(reason),
      });
    expect(await withRecords(({ db }) => findByCredentials(db, OWNER))).not.toBeNull();
  });

  it("does not create a store", async () => {
    const result = await resetPassword([OWNER.email], NEW_PASSWORD, { DATA_DIR: temporaryDir() });
    expect(result).toMatchObject({ code: 1, errors: expect.stringContaining("Set DATA_DIR") });
  });
});
