import type {
  ContentItemResponse,
  Draft,
  LanguagesResponse,
  TranslationReport,
} from "@marquee/contract/schema";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { startRealContent } from "../../../testing/realContent.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { accounts } from "../../accounts/tables.ts";
import { contentDraftFields, contentDrafts, contentRevisions, translationMarks } from "../tables.ts";

const [ENGLISH, GERMAN, FRENCH] = ["copy:en:home", "copy:de:home", "copy:fr-FR:home"];
const TITLE = "/hero/title";

let stores: TestStores;
let content: Awaited<ReturnType<typeof startRealContent>>;
let api: TestConsole;
let now: number;

beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(() => stores.stop());
beforeEach(async () => {
  now = Date.UTC(2026, 5, 1, 12);
  content = await startRealContent();
  api = await startConsole(stores, { content, now: () => now });
});
afterEach(async () => {
  await api.app.close();
  content.content.stop();
  const { db } = stores.records;
  for (const table of [contentDraftFields, contentDrafts, contentRevisions, translationMarks])
    await db.delete(table);
});

const newDraft = async () => ((await api.post("/content/drafts", { name: "Words" })).json() as Draft).id;
const set = async (draft: number, item: string, value: string, pointer = TITLE) => {
  now += 1000;
  const answer = await api.put(`/content/drafts/${draft}/field`, { item, pointer, value, revision: 0 });
  expect(answer.statusCode).toBe(200);
};
const publish = async (...changes: [item: string, value: string][]) => {
  const draft = await newDraft();
  for (const [item, value] of changes) await set(draft, item, value);
  now += 1000;
  expect((await api.post(`/content/drafts/${draft}/publish`, { note: "" })).statusCode).toBe(200);
};
const itemOf = async (item: string, draft?: number) =>
  (
    await api.get(`/content/items/${encodeURIComponent(item)}${draft ? `?draft=${draft}` : ""}`)
  ).json() as ContentItemResponse;
const stateOf = async (item: string, draft?: number) => (await itemOf(item, draft)).states[TITLE];
const send = (path: string, payload: string | Buffer) =>
  api.app.inject({
    method: "POST",
    url: `/console/api${path}`,
    headers: {
      origin: "http://127.0.0.1:3000",
      "content-type": "application/octet-stream",
      cookie: api.cookie,
    },
    payload,
  });
const exported = async (query: string) => (await api.get(`/content/translations/export?${query}`)).body;

it("translates the category and the link's text of an entry, but neither its image nor its link target", async () => {
  const { source } = await itemOf("page:de:templates/product-launch");
  expect(Object.keys(source)).toEqual(["/title", "/description", "/category", "/linkLabel", "/markdown"]);
  expect(source).toMatchObject({ "/category": "Launches", "/linkLabel": "Use this template" });
});

it("a translation is outdated after the English text changes, until it changes too or the English text is restored", async () => {
  const { source, states } = await itemOf(GERMAN);
  const original = source[TITLE] as string;
  expect(states[TITLE]).toBe("translated");
  await publish([ENGLISH, "Plans move"]);
  expect([await stateOf(GERMAN), await stateOf(FRENCH)]).toEqual(["outdated", "outdated"]);
  expect((await itemOf(GERMAN)).previous).toEqual({ [TITLE]: original });
  await publish([GERMAN, "Pläne bewegen sich"]);
  expect([await stateOf(GERMAN), await stateOf(FRENCH)]).toEqual(["translated", "outdated"]);
  await publish([ENGLISH, original]);
  expect([await stateOf(GERMAN), await stateOf(FRENCH)]).toEqual(["outdated", "translated"]);
  await publish([ENGLISH, "Plans dance"], [FRENCH, "Les plans dansent"]);
  expect([await stateOf(GERMAN), await stateOf(FRENCH)]).toEqual(["outdated", "translated"]);

  const { languages } = (await api.get("/content/languages")).json() as LanguagesResponse;
  const german = languages.find(({ locale }) => locale === "de");
  expect(german?.items.find(({ key }) => key === GERMAN)).toMatchObject({ outdated: 1, missing: 0 });
  expect(german?.items.find(({ key }) => key === "page:de:guide")).toMatchObject({
    isAbsent: true,
    translated: 0,
  });
  expect(german).toMatchObject({ outdated: 1 });
  expect(german?.texts).toBe((german?.translated ?? 0) + (german?.missing ?? 0) + (german?.same ?? 0) + 1);
});

it("treats a draft as the next publication, and marks a text as outdated if English was published after it was typed", async () => {
  const draft = await newDraft();
  await set(draft, ENGLISH, "Plans move");
  expect([await stateOf(GERMAN, draft), await stateOf(GERMAN)]).toEqual(["outdated", "translated"]);
  await set(draft, GERMAN, "Pläne bewegen sich");
  expect(await stateOf(GERMAN, draft)).toBe("translated");
  const other = await newDraft();
  await set(other, GERMAN, "Anders");
  await publish([ENGLISH, "Plans dance"]);
  expect(await stateOf(GERMAN, other)).toBe("outdated");
});

it("lists translations that a draft would publish with missing texts", async () => {
  const draft = await newDraft();
  const untranslated = async () => ((await api.get(`/content/drafts/${draft}`)).json() as Draft).untranslated;
  await set(draft, ENGLISH, "Plans move");
  await set(draft, GERMAN, "Pläne bewegen sich");
  expect(await untranslated()).toEqual([]);
  const step = { step: "add", from: "page:en:guide", isTranslation: true, locale: "de" };
  const page = { ...step, title: "Anleitung", path: "/guide" };
  expect((await api.post(`/content/drafts/${draft}/page`, page)).statusCode).toBe(200);
  const [added, ...moreTexts] = await untranslated();
  expect([added?.item, moreTexts]).toEqual(["page:de:guide", []]);
  const { states } = await itemOf("page:de:guide", draft);
  const missing = Object.values(states).filter((state) => state === "missing").length;
  expect(missing).toBeGreaterThan(0);
  expect(added?.missing).toBe(missing);
});

it("keeps the mark that a translation is up to date until one of the texts changes, even in a file", async () => {
  await publish([ENGLISH, "Plans move"]);
  const { source, fields } = await itemOf(GERMAN);
  const text = fields.find(({ pointer }) => pointer === TITLE)?.value as string;
  const mark = { item: GERMAN, pointer: TITLE, source: source[TITLE] as string, text, isRight: true };
  expect((await api.put("/content/translations/mark", mark)).statusCode).toBe(200);
  expect([await stateOf(GERMAN), await stateOf(FRENCH)]).toEqual(["translated", "outdated"]);
  await api.put("/content/translations/mark", { ...mark, isRight: false });
  expect(await stateOf(GERMAN)).toBe("outdated");
  await api.put("/content/translations/mark", mark);
  await publish([ENGLISH, "Plans dance"]);
  expect(await stateOf(GERMAN)).toBe("outdated");
  const unknown = await api.put("/content/translations/mark", { ...mark, pointer: "/gone" });
  expect(unknown.statusCode).toBe(404);

  await api.put("/content/translations/mark", {
    ...mark,
    item: FRENCH,
    source: "Plans dance",
    text: (await itemOf(FRENCH)).fields.find(({ pointer }) => pointer === TITLE)?.value,
  });
  expect(await stateOf(FRENCH)).toBe("translated");
  const site = content.siteContent.files();
  const { home } = site.copy["fr-FR"] as { home: { hero: object } };
  const changed = { ...home, hero: { ...home.hero, title: "Tout bouge" } };
  content.change({ ...site, copy: { ...site.copy, "fr-FR": { ...site.copy["fr-FR"], home: changed } } });
  expect(await stateOf(FRENCH), "The mark was about another text.").toBe("outdated");
});

it("exports texts, and imports the translations into a draft", async () => {
  await publish([ENGLISH, "Plans move"]);
  const all = await exported("locale=de&texts=all");
  expect((await send("/content/translations/check", all)).json()).toMatchObject({
    locale: "de",
    counts: { changed: 0, outdated: 0, unknown: 0, problems: 0 },
  });
  const file = await exported(`locale=de&texts=outdated&item=${GERMAN}`);
  const translated = file.replace(/<target>.*<\/target>/, "<target>Pläne wandern</target>");
  const report = (await send("/content/translations/check", translated)).json() as TranslationReport;
  expect(report).toMatchObject({
    counts: { units: 1, changed: 1 },
    changes: [{ source: "Plans move", after: "Pläne wandern" }],
  });
  const draft = await newDraft();
  await set(draft, GERMAN, "Getippt");
  expect((await send(`/content/drafts/${draft}/translations`, translated)).json()).toEqual({ changed: 1 });
  const { fields } = (await api.get(`/content/drafts/${draft}`)).json() as Draft;
  expect(fields).toMatchObject([{ item: GERMAN, value: "Pläne wandern", revision: 2 }]);
  expect(await stateOf(GERMAN, draft)).toBe("translated");

  const guide = (await exported("locale=de&texts=missing&item=page:de:guide")).replaceAll(
    /<segment state="initial"><source>([^<]*)<\/source><\/segment>/g,
    '<segment state="translated"><source>$1</source><target>$1!</target></segment>',
  );
  expect((await send(`/content/drafts/${draft}/translations`, guide)).json()).toEqual({ changed: 1 });
  expect((await api.post(`/content/drafts/${draft}/publish`, { note: "" })).statusCode).toBe(200);
  expect(content.content.find("/de/guide")?.title).toMatch(/!$/);
});

it("hides a language and shows it again in a draft, but never English", async () => {
  const draft = await newDraft();
  const change = (step: "hide" | "show", locale: string) =>
    api.post(`/content/drafts/${draft}/page`, { step, item: `copy:${locale}:shell` });
  const isHidden = async (query = "") => {
    const { languages } = (await api.get(`/content/languages${query}`)).json() as LanguagesResponse;
    return languages.find(({ locale }) => locale === "de")?.isHidden;
  };
  expect((await change("hide", "de")).statusCode).toBe(200);
  expect([await isHidden(), await isHidden(`?draft=${draft}`)]).toEqual([false, true]);
  expect((await api.post(`/content/drafts/${draft}/publish`, { note: "" })).statusCode).toBe(200);
  expect(await isHidden()).toBe(true);
  const { hiddenPages } = content.siteContent.values().copy.en.shell as { hiddenPages?: string[] };
  expect(hiddenPages).toContain("de/pricing");
  expect((content.siteContent.values().copy.de.shell as { nav: { brain: string } }).nav.brain).not.toBe("");
  const english = await api.post(`/content/drafts/${await newDraft()}/page`, {
    step: "hide",
    item: "copy:en:shell",
  });
  expect(english.statusCode).toBe(400);
});

it("reports what is wrong, and requires permission", async () => {
  const draft = await newDraft();
  const good = await exported(`locale=de&texts=all&item=${GERMAN}`);
  expect((await send("/content/translations/check", "<a>")).json()).toMatchObject({
    error: { message: expect.stringContaining("not valid XML") },
  });
  expect((await send("/content/translations/check", Buffer.alloc(4 * 1024 ** 2 + 1))).statusCode).toBe(413);
  expect((await send("/content/translations/check?draft=x", good)).statusCode).toBe(404);
  expect((await send("/content/drafts/999/translations", good)).statusCode).toBe(404);
  expect((await api.get("/content/translations/export?locale=xx&texts=all")).statusCode).toBe(400);
  expect((await api.get("/content/translations/export?locale=de&texts=outdated")).statusCode).toBe(400);
  await stores.records.db
    .update(accounts)
    .set({ role: "viewer" })
    .where(eq(accounts.email, "owner@trellis.example"));
  const mark = { item: GERMAN, pointer: TITLE, source: "a", text: "b", isRight: true };
  const refused = [
    await api.get("/content/translations/export?locale=de&texts=all"),
    await api.put("/content/translations/mark", mark),
    await send("/content/translations/check", good),
    await send(`/content/drafts/${draft}/translations`, good),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
  expect((await api.get("/content/languages")).statusCode).toBe(200);
  await stores.records.db
    .update(accounts)
    .set({ role: "owner" })
    .where(eq(accounts.email, "owner@trellis.example"));
});
