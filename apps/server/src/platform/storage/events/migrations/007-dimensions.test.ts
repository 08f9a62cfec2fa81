import type { ClickHouseClient } from "@clickhouse/client";
import { attributeVisit } from "@marquee/contract";
import { expect, it } from "vitest";
import { startEngine, type TestEngine } from "../../../../testing/startEngine.ts";
import { silent, TEST_SITE } from "../../../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../../../testing/temporaryDir.ts";
import { migrate } from "../migrate.ts";
import { MIGRATIONS } from "./index.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const COMBINATIONS = 5000;
const options = { site: TEST_SITE, log: silent };

/** Passes a number of commands, then fails as if the process had ended. */
function failAfter(client: ClickHouseClient, commands: number, fail: () => Promise<void>): ClickHouseClient {
  let left = commands;
  const command: ClickHouseClient["command"] = async (params) => {
    left -= 1;
    if (left >= 0) return client.command(params);
    // Fails during the command or right after it, depending on timing.
    const running = client.command(params);
    running.catch(() => undefined);
    await fail();
    throw new Error("The process ended.");
  };
  return new Proxy(client, {
    get: (target, name) => (name === "command" ? command : Reflect.get(target, name)),
  });
}

async function read<Row>({ client }: TestEngine, query: string): Promise<Row[]> {
  return (await client.query({ query, format: "JSONEachRow" })).json<Row>();
}

it("keeps every row, whichever statement a power failure interrupts, and names thousands of campaigns", async () => {
  const dataDir = createTemporaryDir();
  let engine = await startEngine(dataDir);
  await migrate({ ...options, client: engine.client, migrations: MIGRATIONS.slice(0, 6) });
  const values = Array.from({ length: COMBINATIONS }, (_, index) => ({
    message_id: `m${index}`,
    type: "page",
    received_at: NOON + index,
    timestamp: NOON + index,
    original_timestamp: NOON + index * 1_000_000,
    visitor_id: `v${index}`,
    session_id: NOON,
    utm_source: index % 3 === 0 ? "" : "google",
    utm_medium: index % 3 === 0 ? "" : `cpc-${index}`,
    utm_campaign: `campaign ${index}`,
    source: index % 3 === 0 ? "(internal)" : "google.com",
    last_source: index % 2 === 0 ? "t.co" : "",
    last_medium: index % 2 === 0 ? "referral" : "",
  }));
  await engine.client.insert({ table: "events", values, format: "JSONEachRow" });
  const click = {
    message_id: "c1",
    path: "/",
    clicks: 1,
    timestamp: NOON,
    received_at: NOON,
    session_id: NOON,
  };
  await engine.client.insert({ table: "interactions", values: [click], format: "JSONEachRow" });
  const raw = JSON.stringify({ view: { name: "Cart" }, context: { marquee: { session_id: NOON } } });
  const line = { message_id: "l1", type: "view", timestamp: NOON, received_at: NOON, raw };
  await engine.client.insert({ table: "monitoring_events", values: [line], format: "JSONEachRow" });

  let failures = 0;
  for (let isDone = false; !isDone; failures += 1) {
    const client = failAfter(engine.client, failures, () => engine.kill());
    isDone = await migrate({ ...options, client, migrations: MIGRATIONS }).then(
      () => true,
      (error: Error) => {
        expect(error.message).toBe("The process ended.");
        return false;
      },
    );
    if (!isDone) engine = await startEngine(dataDir);
  }
  expect(failures).toBeGreaterThan(10);

  const rows = await read<
    Record<"message_id" | "source" | "visit_source" | "channel" | "site" | "host", string>
  >(engine, "SELECT message_id, source, visit_source, channel, site, host FROM events_unique");
  expect(rows).toHaveLength(COMBINATIONS);
  const rowsById = new Map(rows.map(({ message_id, ...row }) => [message_id, row]));
  for (const {
    message_id,
    utm_source,
    utm_medium,
    utm_campaign,
    last_source,
    last_medium,
    source,
  } of values) {
    const name = source === "(internal)" ? source : "Google";
    const utm = { source: utm_source, medium: utm_medium, campaign: utm_campaign };
    const last = { source: last_source, medium: last_medium, campaign: "" };
    const visit = attributeVisit({ source: name, utm, last });
    const place = { site: TEST_SITE.id, host: TEST_SITE.host };
    expect(rowsById.get(message_id)).toEqual({
      ...place,
      source: name,
      visit_source: visit.source,
      channel: visit.channel,
    });
  }
  expect(await read(engine, "SELECT message_id FROM interactions")).toEqual([{ message_id: "c1" }]);
  expect(await read(engine, "SELECT message_id, view_name, linked_session FROM monitoring_events")).toEqual([
    { message_id: "l1", view_name: "Cart", linked_session: NOON },
  ]);
  const names = await read<{ name: string }>(
    engine,
    "SELECT name FROM system.tables WHERE database = 'default' ORDER BY name",
  );
  expect(names.map(({ name }) => name)).toContain("events");
  expect(names.filter(({ name }) => /_next$|_old$|_sources$|_of_events$/.test(name))).toEqual([]);
  await engine.kill();
  removeDir(dataDir);
}, 600_000);
