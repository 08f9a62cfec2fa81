import { setTimeout as wait } from "node:timers/promises";
import { Analytics } from "@segment/analytics-node";
import { expect, it } from "vitest";
import { startTestApp } from "../testing/startTestApp.ts";
import { drained } from "../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../testing/temporaryDir.ts";

const EVENTS = 300;

it("neither loses nor duplicates events of Segment's unmodified server library across a restart", async () => {
  const dataDir = createTemporaryDir();
  let server = await startTestApp({ dataDir });
  const port = Number(new URL(server.url).port);
  const errors: unknown[] = [];
  const analytics = new Analytics({ writeKey: "local", host: server.url, flushAt: 10, flushInterval: 100 });
  analytics.on("error", (error) => errors.push(error));

  let sent = 0;
  const sendSome = async (count: number) => {
    for (const end = sent + count; sent < end; sent += 1) {
      analytics.track({ userId: "user", event: "outage", properties: { number: sent } });
      if (sent % 10 === 0) await wait(5);
    }
  };
  await sendSome(EVENTS / 3);
  // The server stops while requests are in flight.
  await Promise.all([sendSome(EVENTS / 3), server.stop()]);
  server = await startTestApp({ dataDir, port });
  await sendSome(EVENTS / 3);
  await analytics.closeAndFlush({ timeout: 20_000 });
  await drained(server.stores);

  const numbers = await server.stores.eventStore.query<{ number: number }>(
    "SELECT JSONExtractInt(properties, 'number') AS number FROM events_unique WHERE event = 'outage' ORDER BY number",
  );
  await server.stop();
  removeDir(dataDir);
  expect(errors).toEqual([]);
  expect(numbers.map(({ number }) => Number(number))).toEqual(
    Array.from({ length: EVENTS }, (_, each) => each),
  );
});
