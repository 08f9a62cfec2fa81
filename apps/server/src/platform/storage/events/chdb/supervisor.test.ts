import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { silent } from "../../../../testing/startTestStores.ts";
import { temporaryDir } from "../../../../testing/temporaryDir.ts";
import { startEmbeddedEvents } from "./supervisor.ts";

/** A process that writes its environment to a file, in place of the engine. */
const REPORTER = `
import { writeFileSync } from "node:fs";
writeFileSync(process.env.CHDB_PATH + "/environment.json", JSON.stringify(process.env));
process.on("message", () => process.exit());
process.send({ port: 1 });
`;

afterEach(() => vi.unstubAllEnvs());

it("passes only needed environment variables to its process, and no secrets", async () => {
  const secrets = [
    "OWNER_PASSWORD",
    "DATABASE_URL",
    "CLICKHOUSE_URL",
    "LEADS_WEBHOOK_SECRET",
    "SERVER_KEY",
    "API_KEY",
    "CONTENTFUL_DELIVERY_TOKEN",
    "GROWTHBOOK_API_KEY",
    "NODE_OPTIONS",
    "SOMETHING_NEW",
  ];
  for (const name of secrets) vi.stubEnv(name, name === "NODE_OPTIONS" ? "--no-warnings" : "secret");
  vi.stubEnv("TZ", "Europe/Berlin");
  const dataDir = temporaryDir();
  const processEntry = join(dataDir, "reporter.mjs");
  writeFileSync(processEntry, REPORTER);
  const events = await startEmbeddedEvents({ dataDir, processEntry, execArgv: [], log: silent });
  await events.stop();
  const environment = JSON.parse(readFileSync(join(dataDir, "events/environment.json"), "utf8"));
  expect(environment).toMatchObject({
    PATH: process.env.PATH,
    TZ: "Europe/Berlin",
    UV_THREADPOOL_SIZE: "16",
  });
  expect(environment.CHDB_TOKEN).toMatch(/^[0-9a-f]{48}$/);
  const ours = [
    "CHDB_PATH",
    "CHDB_TOKEN",
    "UV_THREADPOOL_SIZE",
    "NODE_CHANNEL_FD",
    "MALLOC_ARENA_MAX",
    "MALLOC_MMAP_THRESHOLD_",
  ];
  // How to reach other machines, which the machine that runs the tests may have set.
  const network = [
    "NODE_EXTRA_CA_CERTS",
    "NODE_USE_SYSTEM_CA",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_USE_ENV_PROXY",
    ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]),
  ];
  const system = ["PATH", "HOME", "USER", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "LD_LIBRARY_PATH"];
  const allowed = new Set([...ours, ...network, ...system, "LD_PRELOAD", "NODE_CHANNEL_SERIALIZATION_MODE"]);
  expect(Object.keys(environment).filter((name) => !allowed.has(name))).toEqual([]);
});

/** A process that notes when it starts, reports itself ready, and exits immediately. */
const CRASHER = `
import { appendFileSync } from "node:fs";
appendFileSync(process.env.CHDB_PATH + "/starts", Date.now() + "\\n");
process.send({ port: 1 }, () => process.exit(1));
`;

it("waits longer before each restart while the process keeps crashing", async () => {
  // Without jitter: 100, 200, 400 and 800 ms.
  vi.spyOn(Math, "random").mockReturnValue(0);
  const dataDir = temporaryDir();
  const processEntry = join(dataDir, "crasher.mjs");
  writeFileSync(processEntry, CRASHER);
  const events = await startEmbeddedEvents({ dataDir, processEntry, execArgv: [], log: silent });
  const starts = () => readFileSync(join(dataDir, "events/starts"), "utf8").trim().split("\n").map(Number);
  await expect.poll(() => starts().length).toBe(5);
  await events.stop();
  const [, , , fourth = 0, fifth = 0] = starts();
  expect(fifth - fourth).toBeGreaterThanOrEqual(800);
});

/** A process that finds its folder locked twice. */
const LOCKED = `
import { existsSync, writeFileSync } from "node:fs";
const mark = ["first", "second"].map((name) => process.env.CHDB_PATH + "/" + name).find((file) => !existsSync(file));
if (mark) {
  writeFileSync(mark, "");
  console.error("Cannot lock file " + process.env.CHDB_PATH + "/status. Another server instance in same directory is already running.");
  process.exit(1);
}
process.on("message", () => process.exit());
process.send({ port: 1 });
`;

it("waits for the process of a killed server to leave the folder", async () => {
  const dataDir = temporaryDir();
  const processEntry = join(dataDir, "locked.mjs");
  writeFileSync(processEntry, LOCKED);
  const events = await startEmbeddedEvents({ dataDir, processEntry, execArgv: [], log: silent });
  expect(events.url()).toContain("127.0.0.1");
  await events.stop();
});
