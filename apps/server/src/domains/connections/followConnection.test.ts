import { afterAll, beforeAll, expect, it } from "vitest";
import type { Records } from "../../platform/storage/records/records.ts";
import { borrowRecords } from "../../testing/borrowStores.ts";
import { startTestConnections } from "../../testing/startTestConnections.ts";
import { silent } from "../../testing/startTestStores.ts";
import { followConnection } from "./followConnection.ts";

let records: Records;
beforeAll(async () => {
  records = await borrowRecords();
});
afterAll(() => records.stop());

const change = (clientKey: string, revision: number) => ({
  revision,
  settings: { apiHost: "https://cdn.growthbook.io", clientKey },
  secrets: {},
});

it("starts a source when its tool is connected, restarts it on changes, and stops it with the connection", async () => {
  const connections = await startTestConnections({ records });
  const log: string[] = [];
  const followed = await followConnection({
    connections,
    kind: "growthbook",
    start: async ({ settings: { clientKey } }) => {
      log.push(`start ${clientKey}`);
      return { clientKey, onChange: () => undefined, stop: () => void log.push(`stop ${clientKey}`) };
    },
    log: silent,
  });
  let told = 0;
  followed.onChange(() => {
    told += 1;
  });
  const key = () => followed.current()?.clientKey;
  expect(key()).toBeUndefined();
  await connections.save("growthbook", change("a", 0), "owner@trellis.example");
  await expect.poll(key, { interval: 2 }).toBe("a");
  await connections.recordResult("growthbook", "failed");
  await connections.save("growthbook", change("b", 1), "owner@trellis.example");
  await expect.poll(key, { interval: 2 }).toBe("b");
  await connections.disconnect("growthbook", 2, "owner@trellis.example");
  await expect.poll(key, { interval: 2 }).toBeUndefined();
  expect(log).toEqual(["start a", "stop a", "start b", "stop b"]);
  expect(told).toBe(3);
  await connections.save("growthbook", change("c", 3), "owner@trellis.example");
  await expect.poll(key, { interval: 2 }).toBe("c");
  followed.stop();
  await expect.poll(() => log.at(-1), { interval: 2 }).toBe("stop c");
  await connections.stop();
});
