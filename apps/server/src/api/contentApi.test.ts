import { newImage } from "@marquee/contract";
import {
  CONTENT_API,
  type ContentState,
  MAX_UPLOAD_BYTES,
  type PushedImage,
  type PushResponse,
} from "@marquee/contract/schema";
import fastify, { type FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiKey, revokeApiKey } from "../domains/apiKeys/apiKeyStore.ts";
import { readDraft } from "../domains/publishing/draftStore.ts";
import { publishDraft } from "../domains/publishing/publish.ts";
import { type Publishing, startPublishing } from "../domains/publishing/startPublishing.ts";
import { borrowTestStores } from "../testing/borrowStores.ts";
import { minimalSite } from "../testing/minimalSite.ts";
import { silent, type TestStores } from "../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../testing/temporaryDir.ts";
import { contentApi } from "./contentApi.ts";

const NOON = Date.UTC(2026, 10, 25, 12);
const OWNER = { by: "owner@trellis.example", at: NOON };
const FIELD = { item: "copy:en:shell", pointer: "/footer/privacy", value: "Your privacy", from: "Privacy" };

let stores: TestStores;
let app: FastifyInstance;
let key: string;
let publishing: Publishing;
let dir: string;

beforeAll(async () => {
  stores = await borrowTestStores();
  const { db } = stores.records;
  dir = createTemporaryDir();
  publishing = await startPublishing({ ...stores, ...minimalSite, log: silent });
  app = fastify();
  app.addHook("onClose", publishing.stop);
  const api = contentApi({
    db,
    publishing,
    contentDirs: [dir],
    now: () => NOON,
    consoleUrl: "https://trellis.example",
    security: { note: () => undefined },
  });
  await app.register(api, { prefix: CONTENT_API });
  ({ key } = await createApiKey(db, { name: "Git", scope: "content" }, OWNER));
});
afterAll(async () => {
  await app.close();
  await stores.stop();
  removeDir(dir);
});

const send = (path: string, payload?: unknown, authorization = `Bearer ${key}`) =>
  app.inject({
    url: `${CONTENT_API}${path}`,
    method: payload === undefined ? "GET" : "POST",
    headers: { authorization, "content-type": "application/json" },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  });

it("returns published content, and creates a draft in the key's name", async () => {
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

it("names conflicts and problems, and rejects what it can't store", async () => {
  const other = { ...FIELD, from: "Data" };
  expect((await send("/drafts", { name: "Late", fields: [other] })).json()).toMatchObject({
    conflicts: [{ item: FIELD.item, pointer: FIELD.pointer }],
  });
  expect((await send("/drafts", { name: "Empty", fields: [{ ...FIELD, value: " " }] })).json()).toMatchObject(
    { problems: [{ item: FIELD.item, problem: "This text is empty. Enter a text." }] },
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

it("works only with a content key, until it is revoked", async () => {
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

it("accepts only images, and sends only published ones", async () => {
  const { db } = stores.records;
  const body = await sharp({ create: { width: 9, height: 7, channels: 3, background: "#2a7" } })
    .png()
    .toBuffer();
  const upload = (payload: Buffer, type = "application/octet-stream", bearer = key) =>
    app.inject({
      url: `${CONTENT_API}/images`,
      method: "POST",
      headers: { authorization: `Bearer ${bearer}`, "content-type": type },
      payload,
    });
  const figures = await createApiKey(db, { name: "Other dashboard" }, OWNER);
  expect((await upload(body, undefined, figures.key)).statusCode).toBe(403);
  expect((await upload(body, "image/png")).statusCode).toBe(415);
  const svg = await upload(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"/>`));
  expect([svg.statusCode, svg.json().error]).toEqual([
    400,
    expect.stringContaining("not a PNG, JPEG, WebP, AVIF or GIF"),
  ]);
  const large = await upload(Buffer.concat([body, Buffer.alloc(MAX_UPLOAD_BYTES)]));
  expect([large.statusCode, large.json().error]).toEqual([
    413,
    "The image is too large. Images are limited to 8192 KB.",
  ]);
  const { file } = (await upload(body)).json() as PushedImage;
  expect(file).toMatchObject({ width: 9, height: 7, format: "png", bytes: body.byteLength });
  const read = (hash: string) => send(`/images/${hash}`);
  expect((await read(file.hash)).statusCode, "Nobody has published it.").toBe(404);
  for (const hash of ["..%2f..%2fetc%2fpasswd", "A".repeat(64), file.hash.slice(1)])
    expect((await read(hash)).statusCode).toBe(400);

  const add = (hash: string) => {
    const image = { ...newImage({ ...file, hash }), isDecorative: true };
    return send("/drafts", {
      name: "Picture",
      fields: [{ item: "image:a.png", pointer: "", value: image, from: null }],
    });
  };
  expect((await add("0".repeat(64))).json().error).toContain("This upload no longer exists.");
  const { draft, problems } = (await add(file.hash)).json() as PushResponse;
  expect(problems).toEqual([]);
  await publishDraft(db, publishing, { id: draft, note: "" }, { actor: OWNER.by, now: NOON });
  const sent = await read(file.hash);
  expect(sent.rawPayload.equals(body)).toBe(true);
  expect(sent.headers).toMatchObject({
    "content-type": "application/octet-stream",
    "x-content-type-options": "nosniff",
  });
  expect((await app.inject(`${CONTENT_API}/images/${file.hash}`)).statusCode).toBe(401);
});
