import { expect, it } from "vitest";
import { eventRow } from "../../../testing/eventRow.ts";
import { TEST_SITE } from "../../../testing/startTestStores.ts";
import { completeEntry } from "./completeEntry.ts";
import { encodeEvent, packEntry, readEntry } from "./entries.ts";

it("leaves an unreadable row unchanged, and completes the others", () => {
  const rows = [
    JSON.stringify(eventRow({ message_id: "one" })),
    '{"message_id":"dam',
    '{"message_id":"two","context":"{"}',
  ];
  const last = JSON.stringify(eventRow({ message_id: "three", locale: "de-AT", language: "" }));
  const lines = Buffer.from(`${[...rows, last].join("\n")}\n`);
  const entry = { table: "events", replay: null, count: 4, isCurrent: false, isRespelled: true, lines };
  const completed = completeEntry(entry, TEST_SITE).lines.toString().split("\n");
  expect(completed.slice(1, 3)).toEqual(rows.slice(1));
  expect(JSON.parse(completed[3] ?? "")).toMatchObject({ message_id: "three", language: "de" });
});

it("gives rows spooled in their sent spelling the stored spelling", () => {
  const campaign = { utm_source: "Acme-Partner ", utm_medium: "Social", last_source: "Acme-Partner" };
  const row = {
    ...campaign,
    path: "/caf%C3%A9",
    source: "Acme-Partner",
    visit_source: "Google",
    site: "own",
  };
  const now = packEntry({ table: "events", replay: null }, [
    encodeEvent(eventRow({ message_id: "one", ...row })).json,
  ]);
  const { spelling: _, ...target } = JSON.parse(now.toString().split("\n")[0] ?? "");
  const lines = now.subarray(now.indexOf("\n"));
  const before = Buffer.concat([Buffer.from(JSON.stringify(target)), lines]);
  const complete = (entry: Buffer) =>
    JSON.parse(completeEntry(readEntry(1, entry), TEST_SITE).lines.toString());
  expect(complete(before)).toMatchObject({
    utm_source: "acme-partner",
    utm_medium: "social",
    last_source: "acme-partner",
    path: "/café",
    source: "acme-partner",
    visit_source: "Google",
    site: "own",
  });
  expect(complete(before)).not.toHaveProperty("utm_term");
  expect(complete(now)).toMatchObject(row);
});

it.each(["interactions", "replay_segments", "monitoring_events"])("respells the paths of %s", (table) => {
  const lines = Buffer.from('{"message_id":"one","path":"/caf%C3%A9"}\n');
  const entry = { table, replay: null, count: 1, isCurrent: true, isRespelled: false, lines };
  expect(JSON.parse(completeEntry(entry, TEST_SITE).lines.toString())).toEqual({
    message_id: "one",
    path: "/café",
  });
});
