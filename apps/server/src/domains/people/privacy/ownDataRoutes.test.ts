import { randomUUID } from "node:crypto";
import { visitorIdOf } from "@marquee/contract";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { recordedRows } from "../../../testing/recordedRows.ts";
import { drained, type TestStores } from "../../../testing/startTestStores.ts";
import { dataExports } from "../tables.ts";
import { ownDataRoutes } from "./ownDataRoutes.ts";
import { readAudit } from "./readAudit.ts";

const ORIGIN = "https://trellis.example";
const NOW = Date.UTC(2026, 5, 1, 12);
const SECRET = "0c3a5b1e-6d62-4f57-9a3f-0d2f1b7a9e44";
const VISITOR = visitorIdOf(SECRET);
let stores: TestStores;
let app: FastifyInstance;

beforeAll(async () => {
  stores = await borrowTestStores();
}, 120_000);
afterAll(async () => {
  await stores.stop();
});
beforeEach(async () => {
  const { db } = stores.records;
  const { hashEmail } = stores.identities;
  await db.delete(dataExports);
  app = fastify();
  await app.register(ownDataRoutes({ ...stores, db, hashEmail, publicUrl: ORIGIN, now: () => NOW }));
});

const cookieOf = (secret: string, id = visitorIdOf(secret)) =>
  `ajs_anonymous_id=${id}; marquee_visitor=${secret}`;
const ask = (headers: Record<string, string>, remoteAddress = "127.0.0.1") =>
  app.inject({
    method: "POST",
    url: "/privacy/export",
    headers: { origin: ORIGIN, ...headers },
    remoteAddress,
  });

it("sends the browser's stored data, without anything that names a person or belongs to another browser", async () => {
  const { eventStore } = stores;
  const mine = { anonymous_id: VISITOR };
  await stores.spool.append([
    eventRow({ ...mine, message_id: "mine", event: "Mine" }),
    eventRow({ ...mine, message_id: "named", user_id: "somebody" }),
    eventRow({ ...mine, message_id: "mailed", traits: JSON.stringify({ email: "somebody@shop.example" }) }),
    eventRow({ message_id: "forged", anonymous_id: "another", user_id: VISITOR }),
    eventRow({ message_id: "other", anonymous_id: "another" }),
  ]);
  await drained(stores);
  const { interaction } = recordedRows;
  await eventStore.insert(
    "interactions",
    [interaction("a", VISITOR, 7), interaction("b", "another", 7)],
    "own",
  );

  const answer = await ask({ cookie: cookieOf(SECRET) });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "cache-control": "no-store",
    "content-disposition": 'attachment; filename="my-data.json"',
  });
  const { ids, events, interactions, leads } = answer.json();
  expect(ids).toEqual([VISITOR]);
  expect(events.map(({ message_id }: { message_id: string }) => message_id)).toEqual(["mine"]);
  expect(interactions).toHaveLength(1);
  expect(leads).toEqual([]);
});

it("writes the export into the log of visitors' requests, not of staff's", async () => {
  await ask({ cookie: cookieOf(SECRET) });
  const { db } = stores.records;
  const { hashEmail } = stores.identities;
  const visitors = await readAudit(db, { by: "visitors" }, hashEmail);
  expect(visitors.entries).toMatchObject([{ action: "export", actor: null, subject: VISITOR, at: NOW }]);
  expect(visitors.counts).toEqual({ staff: 0, visitors: 1 });
  expect((await readAudit(db, { by: "staff" }, hashEmail)).entries).toEqual([]);
  expect((await readAudit(db, { by: "visitors", text: "visitor" }, hashEmail)).entries).toEqual([]);
});

it.each([
  ["without cookies", {}],
  ["with somebody's ID and no secret", { cookie: `ajs_anonymous_id=${VISITOR}` }],
  ["with somebody's ID and another secret", { cookie: cookieOf(randomUUID(), VISITOR) }],
  ["with a secret that is none", { cookie: cookieOf("__proto__", VISITOR) }],
])("sends nothing %s", async (_, headers) => {
  const answer = await ask(headers as Record<string, string>);
  expect([answer.statusCode, answer.json().error.code]).toEqual([404, "not_found"]);
  expect(await stores.records.db.$count(dataExports)).toBe(0);
});

it("sends nothing to another site's page", async () => {
  const answer = await ask({ origin: "https://evil.example", cookie: cookieOf(SECRET) });
  expect([answer.statusCode, answer.json().error.code]).toEqual([403, "forbidden"]);
});

it("returns 429 after five exports of one browser, and after sixty of one network", async () => {
  const cookie = cookieOf(SECRET);
  for (let times = 0; times < 5; times += 1) expect((await ask({ cookie })).statusCode).toBe(200);
  const refused = await ask({ cookie });
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "600"]);
  expect((await ask({ cookie: cookieOf(randomUUID()) })).statusCode, "Another browser is not affected.").toBe(
    200,
  );
  for (let times = 0; times < 60; times += 1) await ask({}, "192.0.2.1");
  expect((await ask({ cookie: cookieOf(randomUUID()) }, "192.0.2.1")).statusCode).toBe(429);
});
