import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { beginBuild, builtAt, completeBuild, currentBuild, isBuilt, useBuild } from "./builds.mjs";

const BEGUN_AT = new Date("2026-03-01T12:00:00Z");
let dist;
beforeEach(() => {
  dist = join(mkdtempSync(join(tmpdir(), "marquee-builds-")), "dist");
});
afterEach(() => rmSync(join(dist, ".."), { recursive: true }));

/** Makes a build with one file. @returns its name */
function make(text) {
  const dir = beginBuild(dist);
  mkdirSync(join(dir, "server/prepared"), { recursive: true });
  writeFileSync(join(dir, "server/main.js"), text);
  writeFileSync(join(dir, "server/prepared/1"), String(Math.random()));
  completeBuild(dir, BEGUN_AT, dist);
  return basename(currentBuild(dist));
}

const folders = () => readdirSync(dist).filter((name) => statSync(join(dist, name)).isDirectory());

it("has no build at first", () => {
  expect([isBuilt(dist), builtAt(dist)]).toEqual([false, 0]);
  expect(() => currentBuild(dist)).toThrow("There is no build. Run npm run build.");
});

it("keeps the latest three, each under the name of its content", () => {
  const [one, two, three, four] = ["1", "2", "3", "4"].map(make);
  expect(new Set([one, two, three, four]).size).toBe(4);
  expect(folders().sort()).toEqual([two, three, four].sort());
  expect(builtAt(dist)).toBe(BEGUN_AT.getTime());
  // The content of an earlier build again.
  expect(make("2")).toBe(two);
  expect(make("5")).not.toBe(two);
  expect(folders()).not.toContain(three);
  expect(folders()).toContain(two);
});

it("keeps the current build unchanged until the next one is complete", () => {
  const first = make("1");
  const dir = beginBuild(dist);
  writeFileSync(join(dir, "main.js"), "half of a build");
  expect(basename(currentBuild(dist))).toBe(first);
});

it("removes remains of a killed build, but not a build in progress", async () => {
  const killed = spawn(process.execPath, ["-e", ""]);
  await once(killed, "exit");
  const running = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const [left, inProgress] = [killed, running].map(({ pid }) => join(dist, `.making-${pid}`));
  for (const dir of [left, inProgress]) mkdirSync(dir, { recursive: true });
  make("1");
  expect([existsSync(left), existsSync(inProgress)]).toEqual([false, true]);
  running.kill();
});

it("keeps a build as long as a server uses it", async () => {
  const server = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const used = make("1");
  useBuild(currentBuild(dist));
  const users = join(dist, used, "used");
  expect(readdirSync(users)).toEqual([String(process.pid)]);
  rmSync(join(users, String(process.pid)));
  writeFileSync(join(users, String(server.pid)), "");
  for (const text of ["2", "3", "4"]) make(text);
  expect(folders()).toContain(used);
  server.kill();
  await once(server, "exit");
  make("5");
  expect(folders()).not.toContain(used);
  expect(folders()).toHaveLength(3);
});

it("uses a build on a read-only file system, as in a container", ({ skip }) => {
  make("1");
  const mount = (...args) => execFileSync("mount", args, { stdio: "pipe" });
  try {
    mount("--bind", dist, dist);
  } catch {
    skip("This user may not mount a folder.");
  }
  try {
    mount("-o", "remount,ro,bind", dist);
    useBuild(currentBuild(dist));
    expect(existsSync(join(currentBuild(dist), "used"))).toBe(false);
  } finally {
    execFileSync("umount", ["-l", dist]);
  }
});
