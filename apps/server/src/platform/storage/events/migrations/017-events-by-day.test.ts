import { ONE_HOUR } from "@marquee/contract";
import { expect, it } from "vitest";
import { startEngine } from "../../../../testing/startEngine.ts";
import { silent, TEST_SITE } from "../../../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../../../testing/temporaryDir.ts";
import { migrate } from "../migrate.ts";
import { MIGRATIONS } from "./index.ts";

const NOON = Date.UTC(2026, 9, 31, 12);
const HOURS = 100;

it("keeps all events unchanged, and still counts the first of several copies", async () => {
  const dataDir = createTemporaryDir();
  const { client, kill } = await startEngine(dataDir);
  const read = async <Row>(query: string) =>
    (await client.query({ query, format: "JSONEachRow" })).json<Row>();
  const sortingKey = () =>
    read<{ key: string }>(
      "SELECT sorting_key AS key FROM system.tables WHERE name = 'events' AND database = 'default'",
    );
  try {
    await migrate({
      client,
      migrations: MIGRATIONS.filter(({ number }) => number < 17),
      site: TEST_SITE,
      log: silent,
    });
    const rows = Array.from({ length: HOURS }, (_, index) => ({
      message_id: `m${index}`,
      type: index % 3 === 0 ? "page" : "track",
      path: `/${index}`,
      visitor_id: "v1",
      original_timestamp: NOON + index * ONE_HOUR,
      timestamp: NOON + index * ONE_HOUR,
      received_at: NOON,
      variations: ["a"],
      inserted_at: NOON + index,
    }));
    const copies = rows.map((row) => ({ ...row, path: "/copy", inserted_at: row.inserted_at + ONE_HOUR }));
    for (const values of [copies.slice(0, HOURS / 2), rows, copies.slice(HOURS / 2)])
      await client.insert({ table: "events", values, format: "JSONEachRow" });
    const before = await read("SELECT * FROM events_unique ORDER BY message_id");
    expect(before).toHaveLength(HOURS);

    await migrate({ client, migrations: MIGRATIONS, site: TEST_SITE, log: silent });

    expect(await sortingKey()).toEqual([{ key: "toDate(original_timestamp), type, message_id" }]);
    expect(await read("SELECT * FROM events_unique ORDER BY message_id")).toEqual(before);
    const late = { ...rows[7], path: "/later", inserted_at: NOON + 2 * ONE_HOUR };
    await client.insert({ table: "events", values: [late], format: "JSONEachRow" });
    expect(await read("SELECT path FROM events_unique WHERE message_id = 'm7'")).toEqual([{ path: "/7" }]);
  } finally {
    await kill();
    removeDir(dataDir);
  }
}, 60_000);
