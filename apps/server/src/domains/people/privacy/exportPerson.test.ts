import { afterAll, beforeAll, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { recordedRows } from "../../../testing/recordedRows.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { exportPerson } from "./exportPerson.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
let stores: TestStores;
beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(async () => {
  await stores.stop();
});

const { segment, interaction, monitoring } = recordedRows;
async function exported(id: string) {
  let text = "";
  for await (const piece of exportPerson({ ...stores, db: stores.records.db }, id)) text += piece;
  return JSON.parse(text);
}

/** More rows than one query fetches. */
const CLICKS = 2100;

it("lists a person's recordings, clicks and RUM events, and none of other people", async () => {
  const { eventStore } = stores;
  await eventStore.insert("replay_segments", [segment("s1", "ann", 1), segment("s2", "ben", 1)], "s");
  const clicks = Array.from({ length: CLICKS }, (_, index) => interaction(`i${index}`, "ann", index));
  await eventStore.insert("interactions", [...clicks, interaction("other", "ben", 1)], "i");
  await eventStore.insert(
    "monitoring_events",
    [monitoring("m1", "ann", "dd"), monitoring("m2", "ben", "dd")],
    "m",
  );

  const { recordings, interactions, monitoring: lines, events } = await exported("ann");

  expect(recordings).toMatchObject([{ path: "/pricing", recording_id: "s1", event_count: 3 }]);
  expect(recordings[0]).not.toHaveProperty("data");
  const sessions = interactions.map(({ session_id }: { session_id: number }) => session_id);
  expect(sessions.toSorted((a: number, b: number) => a - b)).toEqual(clicks.map((_, index) => index));
  expect(lines).toMatchObject([{ track: "rum", line: { type: "view", id: "m1" } }]);
  expect(events).toEqual([]);
});

it("exports from a shared browser only the rows of the person, including those linked by email address or session alone", async () => {
  const { eventStore } = stores;
  const at = { anonymous_id: "laptop", timestamp: NOON };
  const [FAYS, GUSES, NOBODYS] = [NOON, NOON + 1, NOON + 2];
  const traits = JSON.stringify({ email: "fay@shop.example" });
  await eventStore.insert(
    "events",
    [
      eventRow({ ...at, message_id: "1", user_id: "fay", session_id: FAYS, type: "identify", traits }),
      eventRow({ ...at, message_id: "2", user_id: "gus", session_id: GUSES }),
    ],
    "shared events",
  );
  const sessionsOf = { fay: FAYS, gus: GUSES, nobody: NOBODYS };
  const ofSession = <Row>(make: (id: string, visitor: string, session: number) => Row) =>
    Object.entries(sessionsOf).map(([name, session]) => make(name, "laptop", session));
  const datadog = (id: string) => ({ ...segment(id, "", 0), protocol: "datadog" });
  await eventStore.insert(
    "replay_segments",
    [...ofSession(segment), ...["dd-fay", "dd-mail", "dd-gus"].map(datadog)],
    "shared s",
  );
  await eventStore.insert("interactions", ofSession(interaction), "shared i");
  const line = (id: string, visitor: string, raw: object) => ({
    ...monitoring(id, visitor, `dd-${id}`),
    raw: JSON.stringify({ id, ...raw }),
  });
  const during = (session_id: number) => ({ context: { marquee: { session_id } } });
  await eventStore.insert(
    "monitoring_events",
    [
      line("fay", "laptop", during(FAYS)),
      line("gus", "laptop", during(GUSES)),
      line("mail", "", { usr: { email: "Fay@shop.example" } }),
      { ...line("same", "", {}), session_id: "dd-mail" },
    ],
    "shared m",
  );

  const { recordings, interactions, monitoring: lines, sessions } = await exported("fay@shop.example");
  const { recordings: theirs } = await exported("gus");

  const idsOf = (rows: { recording_id: string }[]) => rows.map(({ recording_id }) => recording_id).sort();
  expect(idsOf(recordings)).toEqual(["dd-fay", "dd-mail", "fay", "nobody"]);
  expect(idsOf(theirs)).toEqual(["dd-gus", "gus", "nobody"]);
  expect(interactions.map(({ session_id }: { session_id: string }) => Number(session_id)).sort()).toEqual([
    FAYS,
    NOBODYS,
  ]);
  expect(lines.map(({ line: { id } }: { line: { id: string } }) => id).sort()).toEqual([
    "fay",
    "mail",
    "same",
  ]);
  expect(sessions).toMatchObject([{ visitorId: "laptop", started: NOON, events: 1 }]);
});
