import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { silent, type TestStores } from "../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../testing/temporaryDir.ts";
import { announceSetup } from "./announceSetup.ts";
import { accounts } from "./tables.ts";

const dataDir = createTemporaryDir();
const file = join(dataDir, "setup-link");
const LINK = /https:\/\/trellis\.example\/console\/setup#token=[\w-]{43}/;
let stores: TestStores;

beforeAll(async () => {
  stores = await borrowTestStores();
});
beforeEach(() => stores.records.db.delete(accounts));
afterAll(async () => {
  await stores.stop();
  removeDir(dataDir);
});

async function announce(isTerminal: boolean): Promise<string> {
  const printed: string[] = [];
  await announceSetup({
    db: stores.records.db,
    consoleUrl: "https://trellis.example",
    dataDir,
    isTerminal,
    now: Date.now(),
    log: silent,
    print: (line: string) => printed.push(line),
  });
  return printed.join("\n");
}

it("prints the link in a terminal, a new one at each start", async () => {
  const [first, second] = [await announce(true), await announce(true)].map((text) => LINK.exec(text)?.[0]);
  expect(first).toBeDefined();
  expect(second).not.toBe(first);
  expect(existsSync(file)).toBe(false);
});

it("writes it to a file of the server's user if the output is not a terminal, replacing a file that others can read", async () => {
  writeFileSync(file, "old", { mode: 0o644 });
  const printed = await announce(false);
  expect(printed).toContain(file);
  expect(printed).not.toContain("token=");
  expect(readFileSync(file, "utf8")).toMatch(LINK);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await stores.records.db
    .insert(accounts)
    .values({ email: "owner@trellis.example", role: "owner", passwordHash: "" });
  expect(await announce(false)).toBe("");
  expect(existsSync(file)).toBe(false);
});
