import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDir } from "../testing/temporaryDir.ts";
import { loadSecretsKey, SecretsKeyError } from "./secretsKey.ts";

it("creates a private key once, and prefers the one in the environment", async () => {
  const dataDir = temporaryDir();
  const key = await loadSecretsKey(dataDir, null);
  expect(Buffer.from(key, "base64url")).toHaveLength(32);
  const file = join(dataDir, "secrets.key");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).toBe(`${key}\n`);
  expect(await loadSecretsKey(dataDir, null)).toBe(key);
  expect(await loadSecretsKey(dataDir, "given")).toBe("given");
});

it("does not replace a damaged key", async () => {
  const dataDir = temporaryDir();
  writeFileSync(join(dataDir, "secrets.key"), "");
  await expect(loadSecretsKey(dataDir, null)).rejects.toThrow(SecretsKeyError);
});
