import { readablePath } from "@marquee/contract";
import { expect, it } from "vitest";
import { startEngine } from "../../../testing/startEngine.ts";
import { silent, TEST_SITE } from "../../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../../testing/temporaryDir.ts";
import { migrate } from "../migrate.ts";
import { MIGRATIONS } from "./index.ts";

const NOON = Date.UTC(2026, 9, 31, 12);
const PATHS = [
  ...["/", "/pricing", "/caf%C3%A9", "/caf%c3%a9/", "/café", "/%F0%9F%92%A5", "/my%20page", "/%28a%2Cb%29"],
  ...["/a%2fb", "/a%2Fb%3f%23%5c", "/100%25", "/100%", "/a%2541", "/a%0a%7f", "/%41+b", "/%E0%A4%A"],
];

it("gives paths and campaigns of stored rows one spelling, also when it is repeated", async () => {
  const dataDir = createTemporaryDir();
  const { client, kill } = await startEngine(dataDir);
  const options = { client, site: TEST_SITE, log: silent };
  const read = async <Row>(query: string) =>
    (await client.query({ query, format: "JSONEachRow" })).json<Row>();
  const insert = (table: string, values: object[]) => client.insert({ table, values, format: "JSONEachRow" });
  const times = { timestamp: NOON, received_at: NOON };
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
    const known = { utm_source: "google ", source: "Google", visit_source: "Google" };
    await insert("events", [
      ...PATHS.map((path, index) => ({
        ...{ message_id: `m${String(index).padStart(2, "0")}`, type: "page", path, visitor_id: "v" },
        ...{ original_timestamp: NOON, ...times, ...(index === 0 ? campaign : known) },
      })),
    ]);
    const session = { session_id: NOON, visitor_id: "v", started: NOON, ended: NOON, views: 2 };
    await insert("sessions", [
      {
        ...session,
        ...{
          entry_page: "/caf%C3%A9",
          exit_page: "/x",
          view_pages: ["/caf%C3%A9", "/x"],
          view_at: [NOON, NOON],
        },
        ...{ utm_medium: "Social", source: "Acme-Partner" },
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
        ...times,
      },
      { message_id: "c2", type: "click", path: "/x", clicks: 1, session_id: NOON, visitor_id: "v", ...times },
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
          ...{ utm_source: "acme-partner", utm_medium: "social", utm_campaign: "frühling" },
          ...{ last_source: "acme-partner", source: "acme-partner", visit_source: "acme-partner" },
        },
        {
          ...{ utm_source: "google", utm_medium: "", utm_campaign: "", last_source: "" },
          ...{ source: "Google", visit_source: "Google" },
        },
      ]);
      expect(
        await read("SELECT entry_page, exit_page, view_pages, utm_medium, source FROM sessions FINAL"),
      ).toEqual([
        {
          ...{ entry_page: "/café", exit_page: "/x", view_pages: ["/café", "/x"] },
          ...{ utm_medium: "social", source: "acme-partner" },
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
