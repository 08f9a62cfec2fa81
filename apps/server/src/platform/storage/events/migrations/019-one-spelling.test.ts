import { campaignValue, readablePath } from "@marquee/contract";
import { expect, it } from "vitest";
import { startEngine } from "../../../../testing/startEngine.ts";
import { silent, TEST_SITE } from "../../../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../../../testing/temporaryDir.ts";
import { migrate } from "../migrate.ts";
import { ONE_SPELLING } from "./019-one-spelling.ts";
import { MIGRATIONS } from "./index.ts";
import type { MigrationContext } from "./migration.types.ts";

const NOON = Date.UTC(2026, 9, 31, 12);
const TIMES = { timestamp: NOON, received_at: NOON };
const PATHS = [
  "/",
  "/pricing",
  "/caf%C3%A9",
  "/caf%c3%a9/",
  "/café",
  "/%F0%9F%92%A5",
  "/my%20page",
  "/%28a%2Cb%29",
  "/a%2fb",
  "/a%2Fb%3f%23%5c",
  "/100%25",
  "/100%",
  "/a%2541",
  "/a%0a%7f",
  "/%41+b",
  "/%E0%A4%A",
];

it("gives paths and campaigns of stored rows one spelling, even when repeated", async () => {
  const dataDir = createTemporaryDir();
  const { client, kill } = await startEngine(dataDir);
  const options = { client, site: TEST_SITE, log: silent };
  const read = async <Row>(query: string) =>
    (await client.query({ query, format: "JSONEachRow" })).json<Row>();
  const insert = (table: string, values: object[]) => client.insert({ table, values, format: "JSONEachRow" });
  try {
    await migrate({ ...options, migrations: MIGRATIONS.filter(({ number }) => number < 19) });
    const campaign = {
      utm_source: " Acme-Partner",
      utm_medium: "Social",
      utm_campaign: "FRÜHLING\u00a0",
      last_source: "Acme-Partner ",
      source: "Acme-Partner",
      visit_source: "Acme-Partner",
    };
    const google = { utm_source: "google ", source: "Google", visit_source: "Google" };
    await insert("events", [
      ...PATHS.map((path, index) => ({
        message_id: `m${String(index).padStart(2, "0")}`,
        type: "page",
        path,
        visitor_id: "v",
        original_timestamp: NOON,
        ...TIMES,
        ...(index === 0 ? campaign : google),
      })),
    ]);
    const session = { session_id: NOON, visitor_id: "v", started: NOON, ended: NOON, views: 2 };
    await insert("sessions", [
      {
        ...session,
        entry_page: "/caf%C3%A9",
        exit_page: "/x",
        view_pages: ["/caf%C3%A9", "/x"],
        view_at: [NOON, NOON],
        utm_medium: "Social",
        source: "Acme-Partner",
      },
    ]);
    await insert("interactions", [
      {
        message_id: "c1",
        type: "click",
        path: "/caf%C3%A9",
        clicks: 3,
        session_id: NOON,
        visitor_id: "v",
        ...TIMES,
      },
      { message_id: "c2", type: "click", path: "/x", clicks: 1, session_id: NOON, visitor_id: "v", ...TIMES },
    ]);

    for (let round = 0; round < 2; round += 1) {
      await client.command({ query: "DELETE FROM schema_migrations WHERE number = 19" });
      await migrate({ ...options, migrations: MIGRATIONS });
      const events = await read<{ path: string }>("SELECT path FROM events_unique ORDER BY message_id");
      expect(events.map(({ path }) => path)).toEqual(PATHS.map(readablePath));
      expect(
        await read(`SELECT DISTINCT utm_source, utm_medium, utm_campaign, last_source, source, visit_source
          FROM events_unique ORDER BY utm_source`),
      ).toEqual([
        {
          utm_source: "acme-partner",
          utm_medium: "social",
          utm_campaign: "frühling",
          last_source: "acme-partner",
          source: "acme-partner",
          visit_source: "acme-partner",
        },
        {
          utm_source: "google",
          utm_medium: "",
          utm_campaign: "",
          last_source: "",
          source: "Google",
          visit_source: "Google",
        },
      ]);
      expect(
        await read("SELECT entry_page, exit_page, view_pages, utm_medium, source FROM sessions FINAL"),
      ).toEqual([
        {
          entry_page: "/café",
          exit_page: "/x",
          view_pages: ["/café", "/x"],
          utm_medium: "social",
          source: "acme-partner",
        },
      ]);
      expect(await read("SELECT path, clicks FROM interactions FINAL ORDER BY path")).toEqual([
        { path: "/café", clicks: 3 },
        { path: "/x", clicks: 1 },
      ]);
    }
  } finally {
    await kill();
    removeDir(dataDir);
  }
}, 60_000);

it("renames any number of long names of sources", async () => {
  await withOldStore(async ({ insertAll, read, context }) => {
    const long = Array.from({ length: 12 }, (_, index) => `${index}${"Ä".repeat(8000)}`);
    const many = Array.from({ length: 2000 }, (_, index) => `${index}${"X".repeat(250)}`);
    const names = [...long, ...many, "Google"];
    await insertAll(
      "events",
      names.map((name, index) => ({
        message_id: `m${index}`,
        type: "page",
        path: "/",
        visitor_id: "v",
        original_timestamp: NOON,
        ...TIMES,
        utm_source: name,
        source: name,
        visit_source: name,
      })),
    );
    for (let round = 0; round < 2; round += 1) {
      await ONE_SPELLING.run(context);
      const rows = await read<{ message_id: string }>(
        "SELECT message_id, utm_source, source, visit_source FROM events_unique ORDER BY toUInt32(substring(message_id, 2))",
      );
      expect(rows).toEqual(
        names.map((name, index) => {
          const source = name === "Google" ? name : campaignValue(name);
          return { message_id: `m${index}`, utm_source: campaignValue(name), source, visit_source: source };
        }),
      );
    }
  });
}, 60_000);

it("keeps clicks that an earlier version stores meanwhile, and restores none that it deletes", async () => {
  await withOldStore(async ({ insertAll, read, context }) => {
    const click = { type: "click", clicks: 1, session_id: NOON, ...TIMES };
    const gone = { ...click, message_id: "gone", visitor_id: "gone" };
    await insertAll("interactions", [
      { ...click, message_id: "early", path: "/caf%C3%A9", visitor_id: "v" },
      { ...gone, path: "/caf%C3%A9" },
    ]);
    const withOthers: MigrationContext = {
      ...context,
      async command(sql, params) {
        if (sql.startsWith("DELETE"))
          await insertAll("interactions", [
            { ...click, message_id: "late", path: "/caf%C3%A9", visitor_id: "v" },
          ]);
        if (sql.startsWith("INSERT"))
          await context.command("DELETE FROM interactions WHERE visitor_id = 'gone'");
        await context.command(sql, params);
        // As if the rows were read before the deletion.
        if (sql.startsWith("INSERT")) await insertAll("interactions", [{ ...gone, path: "/café" }]);
      },
    };
    await ONE_SPELLING.run(withOthers);
    const stored = () => read("SELECT message_id, path FROM interactions ORDER BY message_id");
    expect(await stored()).toEqual([
      { message_id: "early", path: "/café" },
      { message_id: "late", path: "/caf%C3%A9" },
    ]);
    await ONE_SPELLING.run(context);
    expect(await stored()).toEqual([
      { message_id: "early", path: "/café" },
      { message_id: "late", path: "/café" },
    ]);
  });
}, 60_000);

interface OldStore {
  insertAll: (table: string, values: object[]) => Promise<unknown>;
  read: <Row>(query: string) => Promise<Row[]>;
  context: MigrationContext;
}

/** An event store before the migration. */
async function withOldStore(use: (store: OldStore) => Promise<void>): Promise<void> {
  const dataDir = createTemporaryDir();
  const { client, kill } = await startEngine(dataDir);
  const query = async <Row>(sql: string, params: Record<string, unknown> = {}) =>
    (await client.query({ query: sql, query_params: params, format: "JSONEachRow" })).json<Row>();
  const insertAll = (table: string, values: object[]) =>
    client.insert({ table, values, format: "JSONEachRow" });
  try {
    const migrations = MIGRATIONS.filter(({ number }) => number < 19);
    await migrate({ client, site: TEST_SITE, log: silent, migrations });
    await use({
      insertAll,
      read: query,
      context: {
        site: TEST_SITE,
        query,
        async command(sql, params = {}) {
          await client.command({ query: sql, query_params: params });
        },
        async insert(table, rows) {
          await insertAll(table, [...rows]);
        },
      },
    });
  } finally {
    await kill();
    removeDir(dataDir);
  }
}
