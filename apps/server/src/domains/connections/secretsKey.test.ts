import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { loadSecretsKeys, SecretsKeyError } from "./secretsKey.ts";

const load = (dataDir: string, secretsKey: string | null = null, secretsKeyBefore: string | null = null) =>
  loadSecretsKeys({ dataDir, secretsKey, secretsKeyBefore });

it("creates a private key once, and prefers the one in the environment", async () => {
  const dataDir = temporaryDir();
  const { current, earlier } = await load(dataDir);
  expect(Buffer.from(current, "base64url")).toHaveLength(32);
  expect(earlier).toEqual([]);
  const file = join(dataDir, "secrets.key");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).toBe(`${current}\n`);
  expect(await load(dataDir, null, "before")).toEqual({ current, earlier: ["before"] });
  // Secrets encrypted with the file's key can still be decrypted.
  expect(await load(dataDir, "given")).toEqual({ current: "given", earlier: [current] });
  expect(await load(dataDir, "given", "before")).toEqual({ current: "given", earlier: ["before", current] });
});

it("does not replace a damaged key, and needs no file if the environment has a key", async () => {
  const dataDir = temporaryDir();
  writeFileSync(join(dataDir, "secrets.key"), "");
  await expect(load(dataDir)).rejects.toThrow(SecretsKeyError);
  expect(await load(dataDir, "given")).toEqual({ current: "given", earlier: [] });
});
