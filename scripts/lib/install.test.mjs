import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ROOT } from "./run.mjs";

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "scripts-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("imports of scripts load before the first installation", () => {
  const scripts = join(ROOT, "scripts");
  const source = readdirSync(scripts)
    .filter((name) => name.endsWith(".mjs"))
    .map((name) => readFileSync(join(scripts, name), "utf8"))
    .join("");
  const imported = [...new Set(source.match(/\.\/lib\/\w+\.mjs/g))];
  expect(imported).toContain("./lib/install.mjs");
  cpSync(scripts, folder, { recursive: true });
  const load = imported.map((path) => `await import("${path}");`).join("");
  execFileSync(process.execPath, ["--input-type=module", "--eval", load], { cwd: folder, stdio: "pipe" });
});
