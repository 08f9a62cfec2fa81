import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { supervise } from "../../../platform/storage/supervise.ts";
import { silent } from "../../../testing/startTestStores.ts";
import { measureProcesses } from "./processes.ts";

const ofIngest = async () => (await measureProcesses()).filter(({ process: name }) => name === "ingest");

it("measures this process, and its children while they run", async () => {
  const before = await ofIngest();
  const supervised = await supervise({
    name: "A process",
    process: "ingest",
    async launch() {
      const child = spawn(process.execPath, ["-e", "console.log(1); setInterval(() => undefined, 1e6)"]);
      await once(child.stdout, "data");
      return { child };
    },
    askToEnd: ({ child }) => child.kill(),
    log: silent,
  });
  const started = (await ofIngest()).filter(({ bytes }) => !before.some((each) => each.bytes === bytes));
  if (process.platform === "linux") {
    expect(started).toEqual([
      { process: "ingest", bytes: expect.any(Number), cpuSeconds: expect.any(Number) },
    ]);
    expect(started[0]?.bytes).toBeGreaterThan(1e7);
  }
  await supervised.stop();
  expect(await ofIngest()).toHaveLength(before.length);
  const serverUsage = (await measureProcesses()).find(({ process: name }) => name === "server");
  expect(serverUsage?.bytes).toBeGreaterThan(1e7);
  expect(serverUsage?.cpuSeconds).toBeGreaterThan(0);
});
