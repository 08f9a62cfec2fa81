import type {
  ContentItemResponse,
  ContentResponse,
  ContentSearchResponse,
  Draft,
  PageStepResponse,
  RedirectsResponse,
  RevisionResponse,
  RevisionsResponse,
} from "@marquee/contract/schema";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { keepConsole } from "../../../testing/keepConsole.ts";
import type { startRealContent } from "../../../testing/realContent.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { accounts } from "../../accounts/tables.ts";
import { contentDraftFields, contentDrafts, contentRevisions } from "../tables.ts";

const HOME = "copy:en:home";
const HOME_FRENCH = "copy:fr-FR:home";
const TITLE = "/hero/title";

let stores: TestStores;
let content: Awaited<ReturnType<typeof startRealContent>>;
let api: TestConsole;
let now: number;
const reusedConsole = keepConsole((content) => startConsole(stores, { content, now: () => now }));

beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(async () => {
  await reusedConsole.stop();
  await stores.stop();
});
beforeEach(async () => {
  now = Date.UTC(2026, 5, 1, 12);
  ({ api, content } = await reusedConsole.start());
});
afterEach(async () => {
  await reusedConsole.stopIfPublished();
  const { db } = stores.records;
  for (const table of [contentDraftFields, contentDrafts, contentRevisions]) await db.delete(table);
});

const newDraft = async (name = "Launch") =>
  ((await api.post("/content/drafts", { name })).json() as Draft).id;
const set = (draft: number, item: string, pointer: string, value: unknown, revision = 0) =>
  api.put(`/content/drafts/${draft}/field`, { item, pointer, value, revision });
const publish = (draft: number) => api.post(`/content/drafts/${draft}/publish`, { note: "" });
const titleOf = (locale: "en" | "fr-FR" = "en") =>
  (content.siteContent.values().copy[locale].home as { hero: { title: string } }).hero.title;
const errorOf = (answer: { json(): unknown }) =>
  (answer.json() as { error: { message: string } }).error.message;

it("publishes a headline in two languages, lists it in the history and reverts it", async () => {
  const before = {
    version: content.siteContent.values().version,
    english: titleOf(),
    french: titleOf("fr-FR"),
  };
  const draft = await newDraft();
  expect((await set(draft, HOME, TITLE, "Plans move")).json()).toMatchObject({
    field: { value: "Plans move", from: before.english, revision: 1, author: "owner@trellis.example" },
  });
  await set(draft, HOME_FRENCH, TITLE, "Les plans bougent");
  expect(titleOf()).toBe(before.english);

  now += 1000;
  expect((await publish(draft)).json()).toEqual({ revision: 1 });
  expect([titleOf(), titleOf("fr-FR")]).toEqual(["Plans move", "Les plans bougent"]);
  const { items } = (await api.get("/content")).json() as ContentResponse;
  expect(items.find(({ key }) => key === HOME)).toMatchObject({
    title: "Home",
    changed: 1,
    lastChange: { at: now, author: "owner@trellis.example" },
  });
  const { revisions } = (await api.get("/content/revisions")).json() as RevisionsResponse;
  expect(revisions).toMatchObject([
    {
      number: 1,
      note: "Launch",
      items: [
        { item: HOME, title: "Home", locale: "en", fields: ["Hero: Title"], count: 1 },
        { item: HOME_FRENCH, title: "Home", locale: "fr-FR" },
      ],
    },
  ]);
  const { fields } = (await api.get("/content/revisions/1")).json() as RevisionResponse;
  expect(fields[0]).toMatchObject({ item: HOME, before: before.english, after: "Plans move" });

  const field = { item: HOME_FRENCH, pointer: TITLE };
  expect((await api.post("/content/restore", { revision: 0, head: 1, field })).json()).toEqual({
    revision: 2,
  });
  expect([titleOf(), titleOf("fr-FR")]).toEqual(["Plans move", before.french]);
  expect((await api.post("/content/restore", { revision: 0, head: 1 })).statusCode).toBe(409);
  expect((await api.post("/content/restore", { revision: 0, head: 2 })).json()).toEqual({ revision: 3 });
  expect(content.siteContent.values().version).toBe(before.version);
});

it("accepts only one save of a field for each revision", async () => {
  const draft = await newDraft();
  await set(draft, HOME, TITLE, "One");
  const late = await set(draft, HOME, TITLE, "Other");
  expect([late.statusCode, errorOf(late)]).toEqual([
    409,
    "owner@trellis.example changed this field in the meantime. Review it, then decide which text to keep.",
  ]);
  expect((await set(draft, HOME, TITLE, "Two", 1)).json()).toMatchObject({ field: { revision: 2 } });
  const { changes } = (await api.get(`/content/items/${HOME}?draft=${draft}`)).json() as ContentItemResponse;
  expect(changes).toMatchObject([{ pointer: TITLE, value: "Two" }]);
  expect((await set(draft, HOME, TITLE, titleOf(), 2)).json()).toEqual({ field: null });
  const { fields } = (await api.get(`/content/drafts/${draft}`)).json() as Draft;
  expect(fields).toEqual([]);
});

it("reports a field that someone else has published, until one of the texts is chosen", async () => {
  const [mine, theirs] = [await newDraft("Mine"), await newDraft("Theirs")];
  await set(mine, HOME, TITLE, "Mine");
  await set(mine, HOME, "/hero/lead", "Lead");
  await set(theirs, HOME, TITLE, "Theirs");
  await publish(theirs);
  const refused = await publish(mine);
  expect([refused.statusCode, titleOf()]).toEqual([409, "Theirs"]);
  const { fields } = (await api.get(`/content/drafts/${mine}`)).json() as Draft;
  expect(fields.map(({ pointer, conflict }) => [pointer, conflict?.value])).toEqual([
    ["/hero/lead", undefined],
    [TITLE, "Theirs"],
  ]);
  await api.post(`/content/drafts/${mine}/field`, { item: HOME, pointer: TITLE, step: "keep" });
  expect((await publish(mine)).json()).toEqual({ revision: 2 });
  expect(titleOf()).toBe("Mine");
  expect((await set(mine, HOME, TITLE, "Late")).statusCode).toBe(409);
});

describe("rejects publishing", () => {
  it.each<[string, string, string, unknown, string]>([
    ["an empty text", HOME, TITLE, " ", "Home (en), Hero: Title: This text is empty. Enter a text."],
    ["another kind of value", HOME, TITLE, 3, "Home (en), Hero: Title: This must be a text."],
    ["a placeholder that the site does not fill", HOME, TITLE, "{x}", "{x} has no value here."],
    ["text that reads backwards", HOME, TITLE, "a\u202eb", "invisible control character (U+202E)"],
    [
      "a script as a link",
      "copy:en:demo",
      "/onward/links/see-plans/href",
      "javascript:alert(1)",
      "must be a link",
    ],
    [
      "another site as a path",
      "copy:en:demo",
      "/onward/links/see-plans/href",
      "//evil.example",
      "must be a link",
    ],
    ["a price below zero", "catalog", "/addOns/brain/perMonth", -1, "This must be >= 0."],
    [
      "a price per month",
      "catalog",
      "/plans/unlimited/pricing/yearly/perMonth",
      14,
      "The price per month is calculated from the price.",
    ],
    [
      "a saving as a number",
      "copy:en:pricing",
      "/price/saving",
      "Save $84 per user a year",
      "Write {amount} instead of a number",
    ],
    ["an unknown color", "catalog", "/plans/free/color", "red", "Plans and prices, Free: Color: "],
  ])("%s", async (_what, item, pointer, value, message) => {
    const draft = await newDraft();
    expect((await set(draft, item, pointer, value)).statusCode).toBe(200);
    const answer = await publish(draft);
    expect(answer.statusCode).toBe(400);
    expect(errorOf(answer)).toContain(message);
  });
});

it.each([
  ["__proto__ as item", "__proto__", TITLE],
  ["__proto__ as token", HOME, "/__proto__/polluted"],
  ["constructor", HOME, "/constructor/name"],
  ["a whole item", HOME, ""],
  ["a section", HOME, "/hero"],
  ["an ID", "copy:en:pricing", "/faq/items/plan-right-us/id"],
  ["a list", HOME, "/faq/items"],
  ["a pointer that does not exist", HOME, "/hero/nothing"],
  ["a malformed pointer", HOME, "hero/title"],
  ["a deep pointer", HOME, "/a".repeat(200)],
  ["another language", "copy:xx:home", TITLE],
])("changes nothing for %s", async (_what, item, pointer) => {
  const draft = await newDraft();
  const saved = await set(draft, item, pointer, "x");
  if (saved.statusCode === 200) expect((await publish(draft)).statusCode).toBe(400);
  else expect(saved.statusCode).toBe(400);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

it("limits the size of a field, a draft and a pointer, and stores no half characters", async () => {
  const draft = await newDraft();
  expect((await set(draft, HOME, TITLE, "x".repeat(70_000))).statusCode).toBe(400);
  expect((await set(draft, HOME, TITLE, "a\u0000b")).statusCode).toBe(400);
  expect((await set(draft, HOME, TITLE, "a\ud800b")).statusCode).toBe(400);
  const escapes = "How to write \\u0000 and \\ud800 in JSON";
  expect((await set(await newDraft(), HOME, TITLE, escapes)).statusCode).toBe(200);
  expect((await set(draft, HOME, "/a".repeat(10_000), "x")).statusCode).toBe(400);
  const { fields } = (await api.get(`/content/items/${HOME}`)).json() as ContentItemResponse;
  const answers: number[] = [];
  for (const { pointer } of fields.slice(0, 18))
    answers.push((await set(draft, HOME, pointer, "x".repeat(60_000))).statusCode);
  expect(answers.filter((status) => status === 200)).toHaveLength(17);
  expect(answers.at(-1)).toBe(400);
});

it("finds texts in every language and edits pages and prices", async () => {
  const text = encodeURIComponent(titleOf().slice(0, 20).toUpperCase());
  const { matches } = (await api.get(`/content/search?text=${text}`)).json() as ContentSearchResponse;
  expect(matches.map(({ item }) => item)).toContain(HOME);
  const draft = await newDraft();
  await set(draft, "catalog", "/plans/unlimited/pricing/yearly/price", 96);
  const { items } = (await api.get("/content")).json() as ContentResponse;
  const page = items.find(({ kind }) => kind === "page");
  await set(draft, page?.key ?? "", "/title", "Another title");
  expect((await publish(draft)).statusCode).toBe(200);
  expect(content.siteContent.values().catalog.plans.unlimited.pricing.yearly).toMatchObject({
    price: 96,
    perMonth: 8,
  });
  const { fields } = (await api.get("/content/items/catalog")).json() as ContentItemResponse;
  expect(fields.map(({ pointer }) => pointer).filter((pointer) => /plans.*perMonth/.test(pointer))).toEqual(
    [],
  );
  expect(content.content.find(page?.path ?? "")?.title).toBe("Another title");
});

it("searches one language, or all, and finds prices as displayed on pages", async () => {
  const search = async (query: string) =>
    ((await api.get(`/content/search?${query}`)).json() as ContentSearchResponse).matches;
  const localesOf = async (query: string) => [...new Set((await search(query)).map(({ locale }) => locale))];
  expect(await localesOf("text=trellis&locale=fr-FR")).toEqual(["fr-FR"]);
  expect((await localesOf("text=trellis")).length).toBeGreaterThan(1);
  const { fields } = (await api.get("/content/items/catalog")).json() as ContentItemResponse;
  const price = fields.find(({ pointer }) => pointer === "/plans/unlimited/pricing/monthly/price");
  expect(await search(`text=${encodeURIComponent(`$${price?.value}`)}&locale=fr-FR`)).toContainEqual(
    expect.objectContaining({ item: "catalog", pointer: price?.pointer, text: `$${price?.value}` }),
  );
});

it("names pages by their own titles in the history", async () => {
  const { items } = (await api.get("/content")).json() as ContentResponse;
  const page = items.find(({ key }) => key.startsWith("page:en:articles/"));
  const draft = await newDraft();
  await set(draft, page?.key ?? "", "/description", "Another description");
  await publish(draft);
  const { revisions } = (await api.get("/content/revisions")).json() as RevisionsResponse;
  expect(revisions[0]?.items).toMatchObject([{ item: page?.key, title: page?.title }]);
  const { revision } = (await api.get("/content/revisions/1")).json() as RevisionResponse;
  expect(revision.items).toMatchObject([{ title: page?.title }]);
});

it("shows by a draft's time and the latest revision's number that a page must be rendered again", async () => {
  const stateOf = async (draft: number) => {
    const { drafts, head } = (await api.get("/content")).json() as ContentResponse;
    return [head, drafts.find(({ id }) => id === draft)?.updatedAt];
  };
  const draft = await newDraft();
  const states = [await stateOf(draft)];
  const steps = [
    () => set(draft, HOME, TITLE, "Plans move"),
    () => api.post(`/content/drafts/${draft}/field`, { item: HOME, pointer: TITLE, step: "remove" }),
    () => set(draft, HOME, TITLE, "Plans move"),
    () => publish(draft),
    () => api.post("/content/restore", { revision: 0, head: 1 }),
  ];
  for (const step of steps) {
    now += 1000;
    expect((await step()).statusCode).toBe(200);
    states.push(await stateOf(draft));
  }
  expect(new Set(states.map(String)).size).toBe(steps.length + 1);
});

it("adds a page from a copy, renames it with a redirect, hides and deletes it", async () => {
  const step = async (draft: number, body: object) => api.post(`/content/drafts/${draft}/page`, body);
  const contentOf = async () => (await api.get("/content")).json() as ContentResponse;
  const draft = await newDraft();
  const copy = { step: "add", from: "page:en:security", isTranslation: false };
  const addition = { ...copy, locale: "en", title: "Trust", path: "/trust" };
  const added = (await step(draft, addition)).json() as PageStepResponse;
  expect(added).toMatchObject({
    item: "page:en:trust",
    draft: { pages: [{ item: "page:en:trust", step: "added", title: "Trust", path: "/trust" }] },
  });
  const again = await step(draft, addition);
  expect([again.statusCode, errorOf(again)]).toEqual([
    400,
    "This language already has a page at this path. Choose another path.",
  ]);
  const translated = { ...copy, locale: "de", title: "Sicherheit", path: "/sicherheit", isTranslation: true };
  expect((await step(draft, translated)).json()).toMatchObject({ item: "page:de:security" });
  const { item, fields, translations } = (
    await api.get(`/content/items/page:de:security?draft=${draft}`)
  ).json() as ContentItemResponse;
  expect(item).toMatchObject({ title: "Sicherheit", path: "/de/sicherheit", isHidden: false });
  expect(fields.map(({ pointer }) => pointer)).toEqual(["/title", "/description", "/updated", "/markdown"]);
  expect(translations.map(({ locale }) => locale).sort()).toEqual(["de", "en"]);
  await set(draft, "page:en:trust", "/title", "Trust us");
  expect((await publish(draft)).statusCode).toBe(200);
  expect(["/trust", "/de/sicherheit"].map((path) => content.content.find(path)?.title)).toEqual([
    "Trust us",
    "Sicherheit",
  ]);

  const second = await newDraft("Second");
  const rename = { step: "rename", item: "page:en:trust", path: "/trust-center", isRedirected: true };
  expect((await step(second, { ...rename, path: "/security" })).statusCode).toBe(400);
  expect((await step(second, { ...rename, path: "/console/x" })).statusCode).toBe(400);
  expect((await step(second, rename)).json()).toMatchObject({
    draft: { pages: [{ step: "renamed", path: "/trust-center" }] },
  });
  const { redirects } = (await api.get(`/content/redirects?draft=${second}`)).json() as RedirectsResponse;
  expect(redirects).toMatchObject([
    { id: "trust", state: "added", redirect: { from: "/trust", to: "/trust-center", status: 301 } },
  ]);
  await publish(second);
  expect(content.content.findRedirect("/trust", "")?.location).toBe("/trust-center");

  const third = await newDraft("Third");
  await step(third, { ...rename, path: "/trust" });
  const back = (await api.get(`/content/redirects?draft=${third}`)).json() as RedirectsResponse;
  expect(back.redirects).toMatchObject([
    { id: "trust", state: "removed" },
    { id: "trust-center", state: "added", redirect: { from: "/trust-center", to: "/trust" } },
  ]);
  await step(third, { step: "hide", item: "page:en:security" });
  await step(third, { step: "delete", item: "page:de:security" });
  expect((await contentOf()).drafts.find(({ id }) => id === third)?.pages).toEqual([
    { item: "page:de:security", step: "removed", title: null, path: null },
    { item: "page:en:security", step: "hidden", title: null, path: null },
    { item: "page:en:trust", step: "renamed", title: null, path: "/trust" },
  ]);
  expect((await publish(third)).statusCode).toBe(200);
  expect(["/security", "/de/sicherheit", "/trust-center"].map((path) => content.content.find(path))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect((await contentOf()).items.find(({ key }) => key === "page:en:security")?.isHidden).toBe(true);

  const fourth = await newDraft("Fourth");
  const answers = await Promise.all(
    [
      { step: "delete", item: HOME },
      { step: "hide", item: HOME },
      { step: "rename", item: HOME, path: "/x", isRedirected: true },
      { step: "delete", item: "page:en:nothing" },
      { step: "add", locale: "en", title: "X", path: "/x", from: "page:en:nothing", isTranslation: false },
      { step: "add", locale: "xx", title: "X", path: "/x", from: "empty", isTranslation: false },
      { step: "add", locale: "en", title: "X", path: "//evil.example", from: "empty", isTranslation: false },
      { step: "add", locale: "en", title: "X", path: "/__proto__", from: "__proto__", isTranslation: false },
    ].map((body) => step(fourth, body)),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 404, 404, 400, 400, 404]);
  const { fields: left } = (await api.get(`/content/drafts/${fourth}`)).json() as Draft;
  expect(left).toEqual([]);
});

it("adds a template with a category, checks its image and link, and lists it once it is published", async () => {
  const draft = await newDraft();
  const step = { step: "add", locale: "en", title: "Hiring", path: "/templates/hiring", from: "template" };
  const add = (more: object) =>
    api.post(`/content/drafts/${draft}/page`, { ...step, isTranslation: false, ...more });
  expect(errorOf(await add({}))).toBe("An entry needs this.");
  expect((await add({ category: "People" })).json()).toMatchObject({ item: "page:en:templates/hiring" });
  const change = await add({ path: "/changelog/hiring", from: "change" });
  const today = new Date(now).toISOString().slice(0, 10);
  // An entry of a list by date starts with today as its date; another has the date it was written.
  expect((change.json() as PageStepResponse).draft.fields.map(({ value }) => value)).toMatchObject([
    { date: today },
    { category: "People", updated: today },
  ]);
  const key = "page:en:templates/hiring";
  const read = async () =>
    (await api.get(`/content/items/${encodeURIComponent(key)}?draft=${draft}`)).json() as ContentItemResponse;
  const { fields } = await read();
  expect(fields.map(({ pointer, kind }) => [pointer, kind])).toEqual([
    ["/title", "text"],
    ["/description", "text"],
    ["/category", "text"],
    ["/image", "image"],
    ["/link", "link"],
    ["/linkLabel", "text"],
    ["/updated", "date"],
    ["/markdown", "markdown"],
  ]);
  expect(fields.find(({ pointer }) => pointer === "/category")?.choices).toEqual(
    expect.arrayContaining(["Launches", "People"]),
  );
  const problemsOf = async () =>
    Object.fromEntries((await read()).changes.map(({ pointer, problem }) => [pointer, problem]));
  await set(draft, key, "/image", "../../etc/passwd");
  await set(draft, key, "/link", "javascript:alert(1)");
  expect(await problemsOf()).toMatchObject({
    "/image": "This must be the path of an image in content/images.",
    "/link": expect.stringContaining("This must be a link"),
  });
  expect((await publish(draft)).statusCode).toBe(400);
  await set(draft, key, "/image", "screens/gantt.png", 1);
  await set(draft, key, "/link", "/sign-up?template=hiring", 1);
  expect(await problemsOf()).toMatchObject({ "/link": "A link needs a text that says what happens." });
  await set(draft, key, "/linkLabel", "Use this template");
  expect(Object.values(await problemsOf())).toEqual(expect.not.arrayContaining([expect.any(String)]));
  expect((await publish(draft)).statusCode).toBe(200);
  const entries = content.content.find("/templates")?.entries ?? [];
  expect(entries.find(({ path }) => path === "/templates/hiring")).toMatchObject({
    category: "People",
    image: "screens/gantt.png",
  });
});

it("ignores and reports a published field that no longer fits the files", async () => {
  const draft = await newDraft();
  await set(draft, HOME, TITLE, "Mine");
  await set(draft, HOME, "/hero/lead", "Lead");
  await publish(draft);
  const files = structuredClone(content.siteContent.files());
  const home = files.copy.en.home as { hero: { title?: string } };
  delete home.hero.title;
  content.change(files);
  const { unused } = (await api.get("/content")).json() as ContentResponse;
  expect(unused).toMatchObject([{ item: HOME, pointer: TITLE, problem: "The files don't have this field." }]);
  expect(content.siteContent.values().copy.en.home).toMatchObject({ hero: { lead: "Lead" } });
});

it("schedules a draft, reports when it was changed, and cancels the schedule", async () => {
  const draft = await newDraft();
  const schedule = (at: number | null) =>
    api.put(`/content/drafts/${draft}/schedule`, { at, note: "As agreed" });
  expect((await schedule(now + 1000)).statusCode).toBe(400);
  await set(draft, HOME, TITLE, "Monday");
  expect((await schedule(now)).statusCode).toBe(400);
  const { schedule: storedSchedule } = (await schedule(now + 60_000)).json() as Draft;
  expect(storedSchedule).toEqual({
    at: now + 60_000,
    by: "owner@trellis.example",
    since: now,
    note: "As agreed",
    isChanged: false,
    problem: null,
  });
  now += 1000;
  await set(draft, HOME, TITLE, "Tuesday", 1);
  const { drafts } = (await api.get("/content")).json() as ContentResponse;
  expect(drafts[0]?.schedule).toMatchObject({ isChanged: true });
  expect(((await schedule(null)).json() as Draft).schedule).toBeNull();
});

it("lets viewers only read", async () => {
  const draft = await newDraft();
  await stores.records.db.update(accounts).set({ role: "viewer" });
  try {
    for (const path of [
      "/content",
      `/content/drafts/${draft}`,
      "/content/revisions",
      `/content/items/${HOME}`,
    ])
      expect((await api.get(path)).statusCode).toBe(200);
    const answers = await Promise.all([
      api.post("/content/drafts", { name: "x" }),
      api.put(`/content/drafts/${draft}`, { name: "x" }),
      set(draft, HOME, TITLE, "x"),
      api.post(`/content/drafts/${draft}/field`, { item: HOME, pointer: TITLE, step: "keep" }),
      publish(draft),
      api.put(`/content/drafts/${draft}/schedule`, { at: now + 1000, note: "" }),
      api.post(`/content/drafts/${draft}/page`, { step: "hide", item: "page:en:security" }),
      api.post("/content/restore", { revision: 0, head: 0 }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 403));
  } finally {
    await stores.records.db.update(accounts).set({ role: "owner" });
  }
});

it("lets contributors request publication of a draft, until it is changed, but not publish it", async () => {
  await stores.records.db.update(accounts).set({ role: "contributor" });
  try {
    const draft = await newDraft();
    await set(draft, HOME, TITLE, "Plans move");
    now += 1000;
    const response = await api.put(`/content/drafts/${draft}`, { isReady: true });
    expect((response.json() as Draft).ready).toEqual({ by: "owner@trellis.example", at: now });
    const { drafts } = (await api.get("/content")).json() as ContentResponse;
    expect(drafts[0]?.ready).toEqual({ by: "owner@trellis.example", at: now });
    now += 1000;
    await set(draft, HOME, TITLE, "Plans move on", 1);
    expect(((await api.get(`/content/drafts/${draft}`)).json() as Draft).ready).toBeNull();
    const refused = await publish(draft);
    expect([refused.statusCode, errorOf(refused)]).toEqual([
      403,
      "Contributors can't publish. Ask an owner or editor.",
    ]);
    expect(titleOf()).not.toBe("Plans move on");
  } finally {
    await stores.records.db.update(accounts).set({ role: "owner" });
  }
});

it("rejects a request that does not change the draft", async () => {
  expect((await api.put(`/content/drafts/${await newDraft()}`, {})).statusCode).toBe(400);
});
