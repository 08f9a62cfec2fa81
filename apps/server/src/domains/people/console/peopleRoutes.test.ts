import { ONE_MINUTE } from "@marquee/contract";
import type { PeopleResponse, PersonDetails } from "@marquee/contract/schema";
import { afterAll, beforeAll, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { errorOf } from "../../../testing/errorOf.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { newLead } from "../../../testing/newLead.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { insertLead, type LeadRow, type NewLead } from "../../leads/leadStore.ts";
import { linkNames } from "../identities/linkNames.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
let stores: TestStores;
let editor: TestConsole;

beforeAll(async () => {
  stores = await borrowTestStores();
  editor = await startConsole(stores, { role: "editor", now: () => NOON });
}, 120_000);
afterAll(async () => {
  await editor.app.close();
  await stores.stop();
});

const visit = (visitor: string, at: number, overrides: object = {}) =>
  eventRow({
    message_id: `${visitor} ${at}`,
    visitor_id: visitor,
    anonymous_id: visitor,
    session_id: at,
    type: "page",
    timestamp: at,
    original_timestamp: at,
    received_at: at,
    ...overrides,
  });

function send(email: string, anonymousId: string | null, overrides: Partial<NewLead> = {}): Promise<LeadRow> {
  const { db } = stores.records;
  const lead = { ...newLead(email), ...overrides };
  return insertLead({ db, hashEmail: stores.identities.hashEmail }, lead, { anonymousId, destinations: [] });
}

const list = async (query = "") => (await editor.get(`/people${query}`)).json() as PeopleResponse;
const namesOf = ({ people }: PeopleResponse) => people.map(({ email, userIds }) => email || userIds[0]);
const detailsOf = async (id: string) =>
  (await editor.get(`/person?id=${encodeURIComponent(id)}`)).json() as PersonDetails;

it("joins devices and forms of one person with consent, and keeps other people separate", async () => {
  await stores.eventStore.insert(
    "events",
    [visit("phone", NOON - 60 * ONE_MINUTE), visit("laptop", NOON - 30 * ONE_MINUTE), visit("other", NOON)],
    "visits of people",
  );
  const first = await send("ada@acme.example", "phone", { name: "Ada", company: "Acme 100%" });
  const second = await send("ADA@acme.example", "laptop", {
    status: "won",
    value: 900,
    createdAt: new Date(NOON + ONE_MINUTE),
  });
  const without = await send("bob@acme.example", null, { createdAt: new Date(NOON - ONE_MINUTE) });
  await stores.records.db.transaction((tx) =>
    linkNames(
      tx,
      [
        {
          names: [{ kind: "user", value: "user_7%" }],
          anonymousIds: ["other"],
          source: "event",
          seenAt: NOON,
        },
      ],
      stores.identities.hashEmail,
    ),
  );

  const all = await list();
  expect(all.people).toMatchObject([
    { email: "ADA@acme.example", browsers: 2, leads: 2, status: "won" },
    { email: "", userIds: ["user_7%"], browsers: 1, leads: 0, status: null },
    { email: "bob@acme.example", browsers: 0, leads: 1, status: "new" },
  ]);
  expect(all.next).toBeNull();

  for (const id of [all.people[0]?.id ?? "", "ada@acme.example", "phone", first.id, second.id]) {
    const { person, leads, journey } = await detailsOf(id);
    expect(
      leads.map((lead) => lead.id),
      id,
    ).toEqual([second.id, first.id]);
    expect(
      journey.visits.map(({ visitorId }) => visitorId),
      id,
    ).toEqual(["laptop", "phone"]);
    expect(person.names.browsers).toHaveLength(2);
  }
  const { leads, journey } = await detailsOf(without.id);
  expect([leads.map(({ id }) => id), journey.visits]).toEqual([[without.id], []]);
  expect((await detailsOf("nobody")).journey).toEqual({ visits: [], hasMore: false });
});

it("finds people by parts of names and by full IDs, without pattern characters", async () => {
  const search = async (text: string) => namesOf(await list(`?text=${encodeURIComponent(text)}`));
  expect(await search("ADA@ACME.example")).toEqual(["ADA@acme.example"]);
  expect(await search("100%")).toEqual(["ADA@acme.example"]);
  expect(await search("USER_7")).toEqual(["user_7%"]);
  expect(await search("laptop")).toEqual(["ADA@acme.example"]);
  expect(await search("acme.example")).toEqual(["ADA@acme.example", "bob@acme.example"]);
  for (const text of ["lap", "u_er", "' or 1=1 --"]) expect(await search(text), text).toEqual([]);
  expect((await editor.get("/people?before=x")).statusCode).toBe(400);
  expect((await editor.get("/person?id=")).statusCode).toBe(400);
});

it("pages through people that were seen at the same time", async () => {
  await stores.records.db.transaction((tx) =>
    linkNames(
      tx,
      Array.from({ length: 60 }, (_, index) => ({
        names: [{ kind: "user" as const, value: `many ${index}` }],
        anonymousIds: [],
        source: "event" as const,
        seenAt: NOON,
      })),
      stores.identities.hashEmail,
    ),
  );
  const first = await list("?text=many");
  const second = await list(`?text=many&before=${first.next}`);
  expect([first.people.length, second.people.length, second.next]).toEqual([50, 10, null]);
  expect(new Set([...namesOf(first), ...namesOf(second)]).size).toBe(60);
});

it("is closed to viewers", async () => {
  const viewer = await startConsole(stores, { role: "viewer" });
  for (const path of ["/people", "/person?id=phone"])
    expect(errorOf(await viewer.get(path))).toEqual([
      403,
      "Viewers can't see leads and people. Ask an owner or editor.",
    ]);
  await viewer.app.close();
});
