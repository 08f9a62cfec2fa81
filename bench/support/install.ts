import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

type LockedPackages = Record<string, { version?: string; optional?: boolean }>;

/**
 * Installs a folder's packages at their locked versions, unless they are already installed. Runs no install
 * scripts.
 */
export async function installPackages(folder: string): Promise<void> {
  const [wanted, installed] = await Promise.all([
    readPackages(join(folder, "package-lock.json")),
    readPackages(join(folder, "node_modules/.package-lock.json")),
  ]);
  const isCurrent = Object.entries(wanted).every(
    ([path, { version, optional }]) => optional || path === "" || installed[path]?.version === version,
  );
  // Not `npm ci`, which fails where a registry lacks a package that another system would need.
  if (!isCurrent)
    await promisify(execFile)(
      "npm",
      ["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"],
      { cwd: folder },
    );
}

async function readPackages(file: string): Promise<LockedPackages> {
  const text = await readFile(file, "utf8").catch(() => '{ "packages": {} }');
  return (JSON.parse(text) as { packages: LockedPackages }).packages;
}
