import type { AddressInfo } from "node:net";
import { ONE_DAY, ONE_HOUR, ONE_SECOND } from "@marquee/contract";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { addSession } from "../../../testing/addSession.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { type ReadStream, readStream } from "../../../testing/readStream.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { accounts, sessions } from "../../accounts/tables.ts";

const EDITOR = "editor@trellis.example";
let stores: TestStores;
let console: TestConsole;
let now: number;

beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(async () => {
  await stores.stop();
});
beforeEach(async () => {
  now = Date.now();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  console = await startConsole(stores, { now: () => now });
  await console.app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(async () => {
  await console.app.close();
  await stores.records.db.delete(accounts);
  vi.useRealTimers();
});

const connect = (cookie = console.cookie) => {
  const { port } = console.app.server.address() as AddressInfo;
  return readStream(`http://127.0.0.1:${port}/console/api/live/stream`, { headers: { cookie } });
};
async function follow(cookie?: string): Promise<ReadStream> {
  const stream = await connect(cookie);
  expect(stream.status).toBe(200);
  return stream;
}
const addEditor = () => addSession(stores.records.db, { email: EDITOR, role: "editor", at: now });
const pass = (time: number) => {
  now += time;
  vi.advanceTimersByTime(15 * ONE_SECOND);
};

it("ends a stream at sign-out and rejects new ones, without affecting other sessions", async () => {
  const { cookie } = await addEditor();
  const [ownStream, other] = await Promise.all([follow(), follow(cookie)]);
  await console.post("/sign-out", {});
  await ownStream.ended;
  expect((await connect()).status).toBe(401);
  vi.advanceTimersByTime(15 * ONE_SECOND);
  await vi.waitFor(() => expect(other.text()).toContain(": ping"));
});

it("ends the streams of a removed person", async () => {
  const { id, cookie } = await addEditor();
  const stream = await follow(cookie);
  await console.post(`/team/${id}/remove`, {});
  await stream.ended;
});

it("ends a stream when its reader's role changes, so that it reopens with the new role", async () => {
  const { cookie } = await addEditor();
  const stream = await follow(cookie);
  const { db } = stores.records;
  await db.update(accounts).set({ role: "viewer" }).where(eq(accounts.email, EDITOR));
  pass(0);
  await stream.ended;
  await follow(cookie);
});

it("ends a stream at the next heartbeat after another instance ended its session", async () => {
  const stream = await follow();
  await stores.records.db.delete(sessions);
  pass(0);
  await stream.ended;
});

it("does not keep an idle session alive", async () => {
  const stream = await follow();
  pass(11 * ONE_HOUR);
  await vi.waitFor(() => expect(stream.text()).toContain(": ping"));
  pass(ONE_HOUR);
  await stream.ended;
});

it("ends when an active session reaches its maximum lifetime", async () => {
  const stream = await follow();
  for (let halfDay = 0; halfDay < 14; halfDay += 1) {
    await console.get("/session");
    pass(ONE_DAY / 2 - 1);
  }
  await console.get("/session");
  pass(14);
  await stream.ended;
});

it("limits the number of streams per person", async () => {
  await Promise.all(Array.from({ length: 10 }, () => follow()));
  const refused = await connect();
  expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "10"]);
});

it("lists the latest events that match filters, and rejects invalid filters", async () => {
  const at = { timestamp: now - ONE_HOUR, received_at: now - ONE_HOUR, session_id: now - ONE_HOUR };
  await stores.eventStore.insert(
    "events",
    [
      eventRow({ message_id: "german", country: "DE", anonymous_id: "ann", ...at }),
      eventRow({ message_id: "french", country: "FR", anonymous_id: "ben", ...at }),
      eventRow({ message_id: "old", country: "DE", anonymous_id: "eve", received_at: now - 2 * ONE_DAY }),
    ],
    "live",
  );
  const listed = async (filters: unknown) =>
    (await console.post("/query/live", { site_id: "127.0.0.1:3000", filters })).json();
  expect(await listed([["is", "visit:country", ["DE"]]])).toMatchObject({
    events: [{ messageId: "german" }],
  });
  expect((await listed([])).events).toHaveLength(3);
  expect(await listed([["is", "visit:planet", ["Mars"]]])).toMatchObject({ error: { code: "bad_request" } });
});
