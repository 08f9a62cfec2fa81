import { expect, it } from "vitest";
import { eventRow } from "../../testing/eventRow.ts";
import { TEST_SITE } from "../../testing/startTestStores.ts";
import { completeEntry } from "./completeEntry.ts";

it("leaves a row that can't be read as it is, and completes those around it", () => {
  const rows = [
    JSON.stringify(eventRow({ message_id: "one" })),
    '{"message_id":"dam',
    '{"message_id":"two","context":"{"}',
  ];
  const last = JSON.stringify(eventRow({ message_id: "three", locale: "de-AT", language: "" }));
  const lines = Buffer.from(`${[...rows, last].join("\n")}\n`);
  const entry = { table: "events", replay: null, count: 4, isCurrent: false, lines };
  const completed = completeEntry(entry, TEST_SITE).lines.toString().split("\n");
  expect(completed.slice(1, 3)).toEqual(rows.slice(1));
  expect(JSON.parse(completed[3] ?? "")).toMatchObject({ message_id: "three", language: "de" });
});
