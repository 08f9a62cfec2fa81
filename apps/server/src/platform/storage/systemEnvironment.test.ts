import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { filesIn } from "./filesIn.ts";
import { systemEnvironment } from "./systemEnvironment.ts";

/** An import of values, not of types. */
const STARTS_PROCESSES = /^import \{.* from "node:child_process"/m;

const SERVER = join(import.meta.dirname, "../..");

it("keeps the system variables that are set, drops all others, and sets up the allocator", () => {
  const environment = {
    PATH: "/bin",
    TZ: "UTC",
    NODE_EXTRA_CA_CERTS: "/ca.pem",
    https_proxy: "http://proxy:3128",
    OWNER_PASSWORD: "secret",
    NODE_OPTIONS: "--env-file=.env",
    EXTRA: "x",
  };
  const allocator = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "1048576" };
  expect(systemEnvironment(environment)).toEqual({
    PATH: "/bin",
    TZ: "UTC",
    NODE_EXTRA_CA_CERTS: "/ca.pem",
    https_proxy: "http://proxy:3128",
    ...allocator,
  });
  expect(systemEnvironment({ MALLOC_ARENA_MAX: "8" })).toEqual({ ...allocator, MALLOC_ARENA_MAX: "8" });
});

it("is used for every process that the server starts", () => {
  const sources = filesIn(SERVER).filter((path) => !/\.test\.ts$|\/testing\//.test(path));
  const starting = sources.filter((path) => STARTS_PROCESSES.test(readFileSync(path, "utf8")));
  expect(starting.length).toBeGreaterThan(1);
  const inheriting = starting.filter((path) => {
    const text = readFileSync(path, "utf8");
    return !/\benv: (?:systemEnvironment\(\)|\{ \.\.\.systemEnvironment\(\))/.test(text);
  });
  expect(inheriting).toEqual([]);
});
