import { expect, it } from "vitest";
import { monitoringRow } from "../../../../testing/rumRow.ts";
import { startTestEvents } from "../../../../testing/startTestStores.ts";
import { temporaryDir } from "../../../../testing/temporaryDir.ts";
import { COLUMN_NAMES, MATERIALIZE_RUM_COLUMNS, RUM_COLUMNS } from "./006-monitoring.ts";
import { HEALTH_COLUMN_NAMES } from "./012-one-health.ts";

const UUID = "0bd81997-47cf-4016-9f5e-71772682ad71";
const VIEW = {
  view: { loading_type: "initial_load", loading_time: 1_500_000_000, cumulative_layout_shift: 0.05 },
  _dd: { document_version: 7 },
  context: { marquee: { session_id: 1_795_292_738_642 } },
};

it("fills the columns of existing and of new rows", { timeout: 120_000 }, async () => {
  const store = await startTestEvents(temporaryDir());
  const insert = (message_id: string, sent: object, path: string) =>
    store.insert("monitoring_events", [monitoringRow({ message_id, sent, path })], message_id);
  await store.command(
    `ALTER TABLE monitoring_events ${[...HEALTH_COLUMN_NAMES, ...COLUMN_NAMES].map((name) => `DROP COLUMN ${name}`).join(", ")}`,
  );
  await insert(
    "old",
    { ...VIEW, ddtags: "sdk_version:7.16.0,env:staging,service:web" },
    `/orders/12/${UUID}/v2`,
  );
  await store.command(RUM_COLUMNS);
  await store.command(MATERIALIZE_RUM_COLUMNS);
  await insert(
    "new",
    { ...VIEW, view: { name: "Cart" }, ddtags: "env:production" },
    "/cart/page-1234567890abcdefg",
  );
  await insert("bare", {}, "/cart/page-1234567890abcdefg");

  const rows = await store.query(
    `SELECT message_id, ${COLUMN_NAMES.join(", ")} FROM monitoring_events ORDER BY message_id`,
  );
  const common = { document_version: 7, linked_session: 1_795_292_738_642, resource_size: null };
  const none = { loading_time: null, largest_contentful_paint: null, interaction_to_next_paint: null };
  expect(rows).toEqual([
    {
      message_id: "bare",
      view_name: "/cart/?",
      environment: "",
      kind: "",
      document_version: 0,
      ...none,
      cumulative_layout_shift: null,
      resource_size: null,
      linked_session: 0,
    },
    {
      message_id: "new",
      view_name: "Cart",
      environment: "production",
      kind: "",
      ...common,
      ...none,
      cumulative_layout_shift: null,
    },
    {
      message_id: "old",
      view_name: "/orders/?/?/v2",
      environment: "staging",
      kind: "initial_load",
      ...common,
      ...none,
      loading_time: 1500,
      cumulative_layout_shift: 0.05,
    },
  ]);
  await store.stop();
});
