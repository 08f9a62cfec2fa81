import type { SavedSegment, SegmentDefinition } from "@marquee/contract/schema";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addSession } from "../../../testing/addSession.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { accounts } from "../../accounts/tables.ts";
import { readDefinitions } from "../readDefinitions.ts";
import { segments } from "../tables.ts";

let stores: TestStores;
let console_: TestConsole;
const ids = { owner: "", editor: "", viewer: "" };
const cookies = { owner: "", editor: "", viewer: "" };
type Person = keyof typeof ids;

beforeAll(async () => {
  stores = await borrowTestStores();
  console_ = await startConsole(stores);
  const { db } = stores.records;
  const [owner] = await db.select().from(accounts);
  Object.assign(ids, { owner: owner?.id });
  cookies.owner = console_.cookie;
  for (const role of ["editor", "viewer"] as const) {
    const added = await addSession(db, { email: `${role}@trellis.example`, role });
    ids[role] = added.id;
    cookies[role] = added.cookie;
  }
});
afterAll(async () => {
  await console_.app.close();
  await stores.stop();
});

const ask = (person: Person, method: "GET" | "POST" | "PUT", path: string, payload?: object) =>
  console_.app.inject({
    method,
    url: `/console/api${path}`,
    headers: { origin: "http://127.0.0.1:3000", cookie: cookies[person] },
    ...(payload && { payload }),
  });
const FILTERS = [["is", "visit:country", ["DE"]]] as const;
const segment = (overrides: Partial<SegmentDefinition> = {}): SegmentDefinition => ({
  name: "From Germany",
  isShared: false,
  filters: FILTERS,
  ...overrides,
});
const create = (person: Person, overrides: Partial<SegmentDefinition> = {}) =>
  ask(person, "POST", "/segments", { definition: segment(overrides) });
const seenBy = async (person: Person): Promise<SavedSegment[]> =>
  (await ask(person, "GET", "/segments")).json().segments;
const namesSeenBy = async (person: Person) => (await seenBy(person)).map(({ definition }) => definition.name);

it("shows everyone their own segments and the shared ones, which queries can name", async () => {
  const personal = (await create("viewer", { name: " Mine " })).json() as SavedSegment;
  expect(personal).toMatchObject({
    definition: { name: "Mine" },
    owner: "viewer@trellis.example",
    isEditable: true,
    revision: 1,
  });
  const shared = (await create("editor", { name: "All of us", isShared: true })).json() as SavedSegment;
  expect(await namesSeenBy("viewer")).toEqual(["All of us", "Mine"]);
  expect(await namesSeenBy("owner")).toEqual(["All of us"]);
  const mayShare = async (person: Person) => (await ask(person, "GET", "/segments")).json().mayShare;
  expect([await mayShare("viewer"), await mayShare("editor")]).toEqual([false, true]);
  const definitions = async (account?: string) =>
    [...(await readDefinitions(stores.records.db, account)).segments.keys()].sort();
  expect(await definitions(ids.viewer)).toEqual([personal.id, shared.id].sort());
  expect(await definitions()).toEqual([shared.id]);
  const query = (id: number) => ({
    site_id: "127.0.0.1:3000",
    metrics: ["visitors"],
    date_range: "7d",
    filters: [["is", "segment", [id]]],
  });
  expect((await ask("viewer", "POST", "/query", query(personal.id))).statusCode).toBe(200);
  expect((await ask("editor", "POST", "/query", query(personal.id))).statusCode).toBe(400);
});

it("lets only its owner and owners of the console change and delete a segment", async () => {
  const shared = (await create("editor", { name: "Shared", isShared: true })).json() as SavedSegment;
  const personal = (await create("editor", { name: "Private" })).json() as SavedSegment;
  const change = (
    person: Person,
    { id, revision }: SavedSegment,
    overrides: Partial<SegmentDefinition> = {},
  ) =>
    ask(person, "PUT", `/segments/${id}`, {
      revision,
      definition: segment({ name: "Changed", ...overrides }),
    });

  const refused = await change("viewer", shared);
  expect(refused.statusCode).toBe(403);
  expect(refused.json().error.message).toContain("editor@trellis.example saved this segment");
  expect((await ask("viewer", "POST", `/segments/${shared.id}/delete`, {})).statusCode).toBe(403);
  // For others, a private segment does not exist.
  expect((await change("owner", personal)).statusCode).toBe(404);
  expect((await ask("owner", "POST", `/segments/${personal.id}/delete`, {})).statusCode).toBe(404);

  const changed = (await change("owner", shared, { isShared: true })).json() as SavedSegment;
  expect(changed).toMatchObject({
    definition: { name: "Changed" },
    revision: 2,
    owner: "editor@trellis.example",
  });
  expect((await change("editor", shared)).statusCode).toBe(409);
  const hidden = await change("owner", changed, { isShared: false });
  expect(hidden.json()).toMatchObject({ definition: { isShared: false }, revision: 3 });
  expect(await namesSeenBy("owner")).not.toContain("Changed");
  expect(await namesSeenBy("editor")).toContain("Changed");
  expect((await ask("editor", "POST", `/segments/${shared.id}/delete`, {})).statusCode).toBe(200);
  expect(await namesSeenBy("editor")).not.toContain("Changed");
  expect((await create("viewer", { isShared: true })).statusCode).toBe(403);
});

it.each([
  ["no name", { name: "  " }],
  ["an unknown dimension", { filters: [["is", "visit:shoe_size", ["42"]]] as never }],
  ["another segment", { filters: [["is", "segment", [1]]] as never }],
  ["a wrong shape", { filters: ["is"] as never }],
  ["SQL", { filters: [["is", "visit:country'; --", ["DE"]]] as never }],
  ["an unknown field", { isAdmin: true } as never],
])("rejects %s", async (_, invalid) => {
  const answer = await create("editor", invalid);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().error.message).not.toBe("");
});

it("deletes a removed person's own segments, and keeps the shared ones", async () => {
  await create("editor", { name: "Gone", isShared: false });
  await create("editor", { name: "Kept", isShared: true });
  expect((await ask("owner", "POST", `/team/${ids.editor}/remove`, {})).statusCode).toBe(200);
  const shared = (await seenBy("owner")).find(({ definition }) => definition.name === "Kept");
  expect(shared).toMatchObject({ owner: null, isEditable: true });

  expect(await stores.records.db.select().from(segments).where(eq(segments.name, "Gone"))).toEqual([]);
});
