import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildMeasurePackage } from "./measurePackage.mjs";
import { bin, ROOT } from "./run.mjs";

let folder;
let dir;

// The tests do not change the package, which takes longer to build than they take to run.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "package-"));
  dir = join(folder, "node_modules/@marquee/measure");
  await buildMeasurePackage(dir);
  symlinkSync(join(ROOT, "node_modules/typebox"), join(folder, "node_modules/typebox"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles an app that uses the package, outside of this repository. @returns what the compiler prints. */
function compile(source) {
  writeFileSync(join(folder, "app.ts"), source);
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--lib", "es2023,dom,dom.iterable"];
  try {
    return execFileSync(bin("tsc"), [...options, join(folder, "app.ts")], {
      cwd: folder,
      stdio: "pipe",
    }).toString();
  } catch (error) {
    return error.stdout.toString();
  }
}

test("an app compiles against its types", () => {
  const use = `import { connect, type MarqueeApi } from "@marquee/measure";
const marquee: MarqueeApi | null = await connect("https://www.example.com");
marquee?.track("start flow", { demoId: "tour", stepCount: 3 });
marquee?.track("Report Exported", { format: "pdf" });
// @ts-expect-error an event's name is a text
marquee?.track(7);
`;
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  expect(compile(use)).toBe("");
});

test("its code has no other imports, and does nothing on a server", async () => {
  const { exports } = JSON.parse(readFileSync(join(dir, "package.json"), "utf8"));
  const { connect } = await import(pathToFileURL(join(dir, exports["."].default)).href);
  expect(await connect("https://www.example.com")).toBeNull();
  const modules = readdirSync(dir, { recursive: true }).filter((name) => /(?<!\.d)\.[jt]s$/.test(name));
  for (const name of modules)
    expect(readFileSync(join(dir, name), "utf8")).not.toMatch(/(?:from|import)\s*\(?"[^.]/);
  expect(readdirSync(dir)).toEqual(expect.arrayContaining(["README.md", "LICENSE"]));
});
