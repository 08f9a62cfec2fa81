import type {
  ContentItemResponse,
  Draft,
  ImagesResponse,
  ImageUploadResponse,
} from "@marquee/contract/schema";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { startRealContent } from "../../../testing/realContent.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { accounts } from "../../accounts/tables.ts";
import { contentDraftFields, contentDrafts, contentImages, contentRevisions } from "../tables.ts";

let stores: TestStores;
let content: Awaited<ReturnType<typeof startRealContent>>;
let api: TestConsole;

beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(() => stores.stop());
beforeEach(async () => {
  content = await startRealContent();
  api = await startConsole(stores, { content });
});
afterEach(async () => {
  await api.app.close();
  content.content.stop();
  const { db } = stores.records;
  for (const table of [contentDraftFields, contentDrafts, contentRevisions, contentImages])
    await db.delete(table);
});

const picture = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: "#2a7" } })
    .png()
    .toBuffer();
const upload = (payload: Buffer, name = "Team.PNG", headers: Record<string, string> = {}) =>
  api.app.inject({
    method: "POST",
    url: `/console/api/content/images?name=${encodeURIComponent(name)}`,
    headers: {
      origin: "http://127.0.0.1:3000",
      "content-type": "application/octet-stream",
      cookie: api.cookie,
      ...headers,
    },
    payload,
  });
const list = async (draft?: number) =>
  ((await api.get(`/content/images${draft ? `?draft=${draft}` : ""}`)).json() as ImagesResponse).images;

it("uploads an image, adds it to a draft, lists it with its problem, and publishes it with its text", async () => {
  const { path, file, version } = (await upload(await picture())).json() as ImageUploadResponse;
  expect([path, file]).toEqual([
    "team.png",
    expect.objectContaining({ width: 40, height: 20, format: "png" }),
  ]);
  expect(version).toMatch(/^[0-9a-f]{64}\./);
  const { id } = (await api.post("/content/drafts", { name: "Team" })).json() as Draft;
  const alt = { en: "", "fr-FR": "", "es-ES": "", it: "", "pt-BR": "", de: "" };
  const image = { file, alt, isDecorative: false, focalPoint: { x: 0.5, y: 0.5 } };
  const item = "image:team.png";
  const set = (pointer: string, value: unknown) =>
    api.put(`/content/drafts/${id}/field`, { item, pointer, value, revision: 0 });
  expect((await set("", image)).statusCode).toBe(200);
  const [added] = (await list(id)).filter(({ key }) => key === item);
  expect(added).toMatchObject({
    state: "added",
    uses: [],
    problem: expect.stringContaining("no alternative text"),
  });
  expect(added?.version).toMatch(/^[0-9a-f]{64}\./);
  expect((await list()).some(({ key }) => key === item)).toBe(false);
  // Another file with the same name is a new image.
  expect(((await upload(await picture())).json() as ImageUploadResponse).path).toBe("team-2.png");
  expect((await set("/alt/en", "The team")).statusCode).toBe(200);
  const { changes } = (await api.get(`/content/items/${item}?draft=${id}`)).json() as ContentItemResponse;
  expect(changes.map(({ label }) => label).sort()).toEqual(["Alternative text: English", "Whole image"]);
  expect((await api.post(`/content/drafts/${id}/publish`, { note: "" })).statusCode).toBe(200);
  const [published] = (await list()).filter(({ key }) => key === item);
  expect(published).toMatchObject({ state: "published", version: file.hash.slice(0, 16) });
  expect(published?.image.alt.en).toBe("The team");
});

it("lists where images from files are shown", async () => {
  const board = (await list()).find(({ path }) => path === "guide/board.png");
  expect(board).toMatchObject({
    state: "published",
    image: { alt: { en: expect.stringContaining("board") } },
  });
});

it("accepts files from editors only, one at a time, and only images", async () => {
  expect((await upload(Buffer.from("<svg/>"), "a.png")).statusCode).toBe(400);
  expect((await upload(Buffer.alloc(8 * 1024 ** 2 + 1))).statusCode).toBe(413);
  expect((await upload(await picture(), "a.png", { origin: "https://evil.example" })).statusCode).toBe(403);
  expect((await upload(await picture(), "a.png", { cookie: "" })).statusCode).toBe(401);
  expect((await upload(Buffer.from("{}"), "a.png", { "content-type": "application/json" })).statusCode).toBe(
    415,
  );
  const body = await picture();
  const answers = await Promise.all([upload(body), upload(body)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429]);
  await stores.records.db.update(accounts).set({ role: "viewer" });
  try {
    expect((await upload(await picture())).statusCode).toBe(403);
    expect((await api.get("/content/images")).statusCode).toBe(200);
  } finally {
    await stores.records.db.update(accounts).set({ role: "owner" });
  }
});
