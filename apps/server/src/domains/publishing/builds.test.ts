import type { Json } from "@marquee/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { startRealContent } from "../../testing/realContent.ts";
import { startConsole, type TestConsole } from "../../testing/startConsole.ts";
import type { TestStores } from "../../testing/startTestStores.ts";
import { contentDraftFields, contentDrafts, contentRevisions } from "./tables.ts";

const ITEM = "copy:en:home";

let stores: TestStores;
let real: Awaited<ReturnType<typeof startRealContent>>;
let site: TestConsole;
let build: ReturnType<typeof vi.fn>;

beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(() => stores.stop());
beforeEach(async () => {
  real = await startRealContent();
  build = vi.fn(real.content.build);
  site = await startConsole(stores, {
    content: { ...real, content: { ...real.content, build: build as never } },
  });
});
afterEach(async () => {
  await site.app.close();
  real.content.stop();
  for (const table of [contentDraftFields, contentDrafts, contentRevisions])
    await stores.records.db.delete(table);
});

/** @returns the number of builds for a request, and its response. */
async function buildsOf(request: () => ReturnType<TestConsole["get"]>) {
  build.mockClear();
  const answer = await request();
  expect(answer.statusCode).toBe(200);
  return { builds: build.mock.calls.length, answer: answer.json() };
}

it("builds nothing to create and open a draft or save a field, and once to publish it", async () => {
  for (const title of ["One", "Two"]) {
    const created = await buildsOf(() => site.post("/content/drafts", { name: "Draft" }));
    const { id } = created.answer;
    const item = `/content/items/${encodeURIComponent(ITEM)}?draft=${id}`;
    const opened = await buildsOf(() => site.get(`/content/drafts/${id}`));
    const read = await buildsOf(() => site.get(item));
    const field = { item: ITEM, pointer: "/hero/title", value: title as Json, revision: 0 };
    const saved = await buildsOf(() => site.put(`/content/drafts/${id}/field`, field));
    const published = await buildsOf(() => site.post(`/content/drafts/${id}/publish`, { note: "" }));
    const listed = await buildsOf(() => site.get("/content"));
    const counts = [created, opened, read, saved, published, listed].map(({ builds }) => builds);
    expect(counts).toEqual([0, 0, 0, 0, 1, 0]);
    expect(real.siteContent.values().copy.en.home).toMatchObject({ hero: { title } });
  }
});

it("publishes what the editor has seen without a rebuild", async () => {
  const { id } = (await site.post("/content/drafts", { name: "Draft" })).json();
  const field = { item: ITEM, pointer: "/hero/title", value: "Seen", revision: 0 };
  await site.put(`/content/drafts/${id}/field`, field);
  const reviewed = await buildsOf(() => site.get(`/content/drafts/${id}`));
  const published = await buildsOf(() => site.post(`/content/drafts/${id}/publish`, { note: "" }));
  expect([reviewed.builds, published.builds]).toEqual([1, 0]);
});
