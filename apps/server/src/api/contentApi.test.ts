import { CONTENT_API, type ContentState, type PushResponse } from "@marquee/contract/schema";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiKey, revokeApiKey } from "../apiKeys/apiKeyStore.ts";
import { readDraft } from "../publishing/draftStore.ts";
import { startPublishing } from "../publishing/startPublishing.ts";
import { borrowTestStores } from "../testing/borrowStores.ts";
import { minimalSite } from "../testing/minimalSite.ts";
import { silent, type TestStores } from "../testing/startTestStores.ts";
import { contentApi } from "./contentApi.ts";

const NOON = Date.UTC(2026, 10, 25, 12);
const OWNER = { by: "owner@trellis.example", at: NOON };
const FIELD = { item: "copy:en:shell", pointer: "/footer/privacy", value: "Your privacy", from: "Privacy" };

let stores: TestStores;
let app: FastifyInstance;
let key: string;

beforeAll(async () => {
  stores = await borrowTestStores();
  const { db } = stores.records;
  const publishing = await startPublishing({ ...stores, ...minimalSite, log: silent });
  app = fastify();
  app.addHook("onClose", publishing.stop);
  const api = contentApi({ db, publishing, publicUrl: "https://trellis.example", now: () => NOON });
  await app.register(api, { prefix: CONTENT_API });
  ({ key } = await createApiKey(db, { name: "Git", scope: "content" }, OWNER));
});
afterAll(async () => {
  await app.close();
  await stores.stop();
});

const send = (path: string, payload?: unknown, authorization = `Bearer ${key}`) =>
  app.inject({
    url: `${CONTENT_API}${path}`,
    method: payload === undefined ? "GET" : "POST",
    headers: { authorization, "content-type": "application/json" },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  });

it("says what is published, and makes a draft in the name of the key", async () => {
  const state = (await send("/state")).json() as ContentState;
  expect(state).toMatchObject({ head: { number: 0, id: null }, isKnown: true, base: {} });
  expect(state.items["copy:en:shell"]?.published).toMatchObject({ footer: { privacy: "Privacy" } });
  expect((await send("/state?revision=3&id=unknown")).json()).toMatchObject({ isKnown: false });
  const pushed = (await send("/drafts", { name: "Footer", fields: [FIELD] })).json() as PushResponse;
  expect(pushed).toMatchObject({ url: "https://trellis.example/console/pages", conflicts: [], problems: [] });
  const draft = await readDraft(stores.records.db, pushed.draft);
  expect(draft).toMatchObject({ name: "Footer", createdBy: "API key Git", state: "open" });
  expect(draft.fields).toMatchObject([{ ...FIELD, author: "API key Git" }]);
});

it("names conflicts and problems, and rejects what it can't keep", async () => {
  const other = { ...FIELD, from: "Data" };
  expect((await send("/drafts", { name: "Late", fields: [other] })).json()).toMatchObject({
    conflicts: [{ item: FIELD.item, pointer: FIELD.pointer }],
  });
  expect((await send("/drafts", { name: "Empty", fields: [{ ...FIELD, value: " " }] })).json()).toMatchObject(
    { problems: [{ item: FIELD.item, problem: "This text is empty. Write something." }] },
  );
  const refused = [
    { name: "Unknown", fields: [{ ...FIELD, pointer: "/footer/constructor" }] },
    { name: "Unknown", fields: [{ ...FIELD, item: "copy:en:__proto__" }] },
    { name: "Long", fields: [{ ...FIELD, value: "x".repeat(70_000) }] },
    { name: "Zero", fields: [{ ...FIELD, value: "\0" }] },
    { name: "", fields: [FIELD] },
    { name: "None", fields: [] },
    { name: "More", fields: [FIELD], isPublished: true },
    { name: "Twice", fields: [FIELD, FIELD] },
  ];
  for (const draft of refused)
    expect([draft.name, (await send("/drafts", draft)).statusCode]).toEqual([draft.name, 400]);
});

it("works with a key for content alone, until it is revoked", async () => {
  const { db } = stores.records;
  const figures = await createApiKey(db, { name: "Dashboard" }, OWNER);
  expect((await send("/state", undefined, `Bearer ${figures.key}`)).statusCode).toBe(403);
  for (const authorization of ["", "Bearer unknown", `Basic ${key}`])
    expect((await send("/state", undefined, authorization)).statusCode).toBe(401);
  const revoked = await createApiKey(db, { name: "Old", scope: "content" }, OWNER);
  await revokeApiKey(db, revoked.id, OWNER);
  expect((await send("/drafts", { name: "x", fields: [FIELD] }, `Bearer ${revoked.key}`)).statusCode).toBe(
    401,
  );
});
