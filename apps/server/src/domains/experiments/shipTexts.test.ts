import { type Json, PAGE_SECTIONS } from "@marquee/contract";
import type {
  ContentItemResponse,
  ExperimentResponse,
  ExperimentsResponse,
  RevisionsResponse,
  ShippingResponse,
} from "@marquee/contract/schema";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changes } from "../../platform/storage/records/tables.ts";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { experimentDefinition } from "../../testing/experimentDefinition.ts";
import { keepConsole } from "../../testing/keepConsole.ts";
import type { startRealContent } from "../../testing/realContent.ts";
import { startConsole, type TestConsole } from "../../testing/startConsole.ts";
import type { TestStores } from "../../testing/startTestStores.ts";
import { contentDraftFields, contentDrafts, contentRevisions } from "../publishing/tables.ts";
import { experiments } from "./tables.ts";

const HOME = "copy:en:home";
const TITLE = "/hero/title";
const OWNER = "owner@trellis.example";
const START = Date.UTC(2026, 5, 1, 12);

let stores: TestStores;
let content: Awaited<ReturnType<typeof startRealContent>>;
let api: TestConsole;
let now: number;
const reusedConsole = keepConsole((content) =>
  startConsole(stores, { content, pages: [{ page: "home", path: "/" }], now: () => now }),
);

beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(async () => {
  await reusedConsole.stop();
  await stores.stop();
});
beforeEach(async () => {
  now = START;
  ({ api, content } = await reusedConsole.start());
});
afterEach(async () => {
  await reusedConsole.stopIfPublished();
  const { db } = stores.records;
  for (const table of [contentDraftFields, contentDrafts, contentRevisions, experiments, changes])
    await db.delete(table);
});

type Texts = { hero: { title: string; lead: string }; sections?: string[] };
const home = (locale: "en" | "de" = "en") => content.siteContent.values().copy[locale].home as Texts;

const DE = "copy:de:home";
const IDS = PAGE_SECTIONS.home?.map(({ id }) => id) ?? [];
const ORDER = ["hero", "facts", "faq", ...IDS.slice(2).filter((id) => id !== "faq")];
const SHORT = { [HOME]: { [TITLE]: "Short" }, [DE]: { [TITLE]: "Kurz" }, sections: { "/home/order": ORDER } };

/** An experiment on the home page that has run since {@link START}. */
async function run(values: Record<string, Json> = { short: SHORT }) {
  const variations = Object.entries({ control: {}, ...values }).map(([key, value]) => ({
    key,
    name: `Variation ${key}`,
    value,
    weight: 1 / (1 + Object.keys(values).length),
  }));
  const definition = experimentDefinition({
    key: "words",
    name: "Words",
    kind: "content",
    flag: "content.home",
    page: "home",
    variations,
  });
  await stores.records.db
    .insert(experiments)
    .values({
      key: "words",
      definition,
      revision: 1,
      state: "running",
      phase: 1,
      startedAt: new Date(START),
      stoppedAt: null,
      shipped: null,
      updatedAt: new Date(START),
      updatedBy: OWNER,
    });
  await api.flags.refresh();
}

const stateOf = async () => (await api.get("/experiments/words")).json<ExperimentResponse>();
const ship = async (variation: string, decisions?: object[]) => {
  now += 1000;
  const { revision } = await stateOf();
  return api.post("/experiments/words/ship", { revision, variation, ...(decisions && { decisions }) });
};
const shipping = async (variation: string) =>
  (await api.get(`/experiments/words/shipping?variation=${variation}`)).json<ShippingResponse>().fields;
const publications = async () => (await api.get("/content/revisions")).json<RevisionsResponse>();
const edit = async (pointer: string, value: Json, item = HOME) => {
  now += 1000;
  const { id } = (await api.post("/content/drafts", { name: "Edit" })).json<{ id: number }>();
  await api.put(`/content/drafts/${id}/field`, { item, pointer, value, revision: 0 });
  expect((await api.post(`/content/drafts/${id}/publish`, { note: "" })).statusCode).toBe(200);
};
const restore = async (revision: number) =>
  api.post("/content/restore", { revision, head: (await publications()).head });
const errorOf = (answer: { json(): { error: { message: string } } }) => answer.json().error.message;

describe("shipping texts", () => {
  it("publishes them as one revision with its experiment, which can be reverted", async () => {
    const before = [home(), home("de")];
    await run();
    expect(await shipping("control")).toEqual([]);
    expect((await shipping("short")).map(({ title, locale, label }) => [title, locale, label])).toEqual([
      ["Sections", null, "Sections of Home"],
      ["Home", "de", "Hero: Title"],
      ["Home", "en", "Hero: Title"],
    ]);
    const answer = await ship("short");
    expect(answer.json()).toMatchObject({ state: "stopped", shipped: "short", publication: 1 });
    expect([home().hero.title, home("de").hero.title]).toEqual(["Short", "Kurz"]);
    expect(home().sections?.slice(0, 4)).toEqual(["hero", "facts", "faq", "views"]);
    const { revisions, head } = await publications();
    expect(head).toBe(1);
    expect(revisions).toMatchObject([
      { author: OWNER, note: "Shipped Variation short of Words", experiment: "words", restored: null },
    ]);
    // The flag keeps none of it.
    expect(api.flags.current().evaluateUnknown().results["content.home"]?.value ?? {}).toEqual({});
    await edit(TITLE, "Later");
    expect(home().hero.title).toBe("Later");
    expect((await restore(0)).statusCode).toBe(200);
    expect([home(), home("de")]).toEqual(before);
  });

  it("asks about a text that was published since the start, and replaces only the text that the person saw", async () => {
    await edit("/hero/lead", "Before the start");
    await stores.records.db.update(contentRevisions).set({ at: new Date(START - 1000) });
    await run({ short: { [HOME]: { [TITLE]: "Short", "/hero/lead": "Brief" } } });
    await edit(TITLE, "Edited");
    const refused = await ship("short");
    expect([refused.statusCode, errorOf(refused)]).toEqual([
      409,
      expect.stringContaining("Home (en), Hero: Title: someone else published another text"),
    ]);
    expect(await stateOf()).toMatchObject({ state: "running", shipped: null, publication: null });
    expect(home().hero).toMatchObject({ title: "Edited", lead: "Before the start" });
    expect(await shipping("short")).toMatchObject([
      { pointer: "/hero/lead" },
      { pointer: TITLE, value: "Short", conflict: { value: "Edited" } },
    ]);
    const decide = (keep: string, published = "Edited") => [{ item: HOME, pointer: TITLE, published, keep }];
    expect((await ship("short", decide("variation", "Something else"))).statusCode).toBe(409);
    expect((await ship("short", decide("published"))).statusCode).toBe(200);
    expect(home().hero).toMatchObject({ title: "Edited", lead: "Brief" });
    // Earlier decisions are not asked for again.
    expect((await ship("short")).statusCode).toBe(200);
    expect(home().hero.title).toBe("Short");
  });

  it("ships another variation over the first, and publishes nothing if everything is already published", async () => {
    await run({ short: SHORT, long: { [HOME]: { [TITLE]: "Much longer" } } });
    await ship("short");
    expect((await ship("long")).json()).toMatchObject({ shipped: "long", publication: 2 });
    expect([home().hero.title, home("de").hero.title]).toEqual(["Much longer", "Kurz"]);
    expect((await ship("long")).json()).toMatchObject({ publication: 2 });
    expect((await ship("control")).json()).toMatchObject({ shipped: "control", publication: 2 });
    expect((await publications()).head).toBe(2);
  });

  it("says that a publication was fully reverted, until it is shipped or restored again", async () => {
    const takenBack = async () => {
      const { experiments: listed } = (await api.get("/experiments")).json<ExperimentsResponse>();
      const { takenBack: fields } = await stateOf();
      expect(listed[0]?.takenBack).toEqual(fields);
      return fields;
    };
    const takeBack = async (item: string, pointer: string, revision: number) => {
      now += 1000;
      const { head } = await publications();
      const answer = await api.post("/content/restore", { revision, head, field: { item, pointer } });
      expect(answer.statusCode).toBe(200);
    };
    await edit("/hero/lead", "Before");
    await run();
    await ship("short");
    expect(await takenBack()).toBeNull();
    await takeBack(HOME, TITLE, 1);
    await takeBack(DE, TITLE, 1);
    expect(await takenBack(), "The sections are still there.").toBeNull();
    await takeBack("sections", "/home/order", 1);
    expect(await takenBack()).toEqual({ revision: 5, at: now });
    const then = now;
    await edit(TITLE, "Later");
    expect(await takenBack()).toEqual({ revision: 5, at: then });
    now += 1000;
    await restore(2);
    expect(await takenBack(), "It is published again.").toBeNull();
    now += 1000;
    await restore(0);
    expect(await takenBack()).toEqual({ revision: 8, at: now });
    await restore(7);
    expect(await takenBack()).toBeNull();
    await restore(5);
    expect(await takenBack()).toEqual({ revision: 5, at: then });

    expect((await shipping("short")).filter(({ conflict }) => conflict)).toEqual([]);
    await edit(TITLE, "Since then");
    expect((await shipping("short")).filter(({ conflict }) => conflict)).toMatchObject([{ item: HOME }]);
    const keep = [{ item: HOME, pointer: TITLE, published: "Since then", keep: "variation" }];
    expect((await ship("short", keep)).json()).toMatchObject({ publication: 12, takenBack: null });
    expect(home().hero.title).toBe("Short");
  });

  it("stays shipped if later changes have replaced all of it", async () => {
    await run({ short: { [HOME]: { [TITLE]: "Short" } }, none: {} });
    await ship("short");
    await edit(TITLE, "Later");
    await edit(TITLE, "Even later");
    await restore(2);
    expect(await stateOf()).toMatchObject({ shipped: "short", publication: 1, takenBack: null });
    await restore(0);
    expect(await stateOf()).toMatchObject({ takenBack: { revision: 5 } });
    await ship("control");
    expect(await stateOf(), "What was taken back is another variation.").toMatchObject({
      shipped: "control",
      takenBack: null,
    });
  });

  it("stays shipped if a reverted text is changed before the others are reverted", async () => {
    await run({ short: { [HOME]: { [TITLE]: "Short", "/hero/lead": "Brief" } } });
    await ship("short");
    const takeBack = async (pointer: string) => {
      const { head } = await publications();
      await api.post("/content/restore", { revision: 0, head, field: { item: HOME, pointer } });
    };
    await takeBack(TITLE);
    await edit(TITLE, "Later");
    await takeBack("/hero/lead");
    expect(await stateOf()).toMatchObject({ publication: 1, takenBack: null });
    await takeBack(TITLE);
    expect(await stateOf()).toMatchObject({ takenBack: { revision: 5 } });
  });

  it("makes translations outdated as other publications do", async () => {
    await run({ short: { [HOME]: { [TITLE]: "Short" } } });
    await ship("short");
    const item = (await api.get(`/content/items/${DE}`)).json<ContentItemResponse>();
    expect(item.states[TITLE]).toBe("outdated");
    expect(item.states["/hero/lead"]).toBe("translated");
  });

  it("changes nothing if the texts can't be published, or the experiment can't be saved", async () => {
    await run({ broken: { [HOME]: { [TITLE]: "{count} tasks", "/hero/lead": "Brief" } } });
    const refused = await ship("broken");
    expect([refused.statusCode, errorOf(refused)]).toEqual([
      400,
      expect.stringContaining("{count} has no value here"),
    ]);
    expect(await stateOf()).toMatchObject({ state: "running", shipped: null });
    expect((await publications()).head).toBe(0);

    await stores.records.db.delete(experiments);
    await run();
    // The change history is written last.
    const { db } = stores.records;
    await db.execute("alter table changes add constraint no_more check (action <> 'shipped')");
    expect((await ship("short")).statusCode).toBe(500);
    await db.execute("alter table changes drop constraint no_more");
    expect(await stateOf()).toMatchObject({ state: "running", publication: null });
    expect([(await publications()).head, home().hero.title]).toEqual([0, expect.not.stringMatching("Short")]);
    expect((await ship("short")).statusCode).toBe(200);
  });
});

describe("saving texts", () => {
  const save = (value: Json) =>
    api.put("/experiments/words", {
      revision: 0,
      definition: experimentDefinition({
        key: "words",
        kind: "content",
        flag: "content.home",
        page: "home",
        variations: [
          { key: "control", name: "As it is", value: {}, weight: 0.5 },
          { key: "short", name: "Short", value, weight: 0.5 },
        ],
      }),
    });

  it("accepts what a draft of the page can contain, in its languages and its sections", async () => {
    const value = { ...SHORT, sections: { "/home/order": ORDER, "/home/hidden": ["faq"] } };
    expect((await save(value)).json()).toMatchObject({ definition: { variations: [{}, { value }] } });
  });

  it.each<[Json, string]>([
    [
      { [HOME]: { "/hero/titel": "x" } },
      "Home (en), Hero: Titel (/hero/titel): The files don't have this field.",
    ],
    [{ [HOME]: { "/hero/title": 3 } }, "(/hero/title): This must be a text."],
    [{ [HOME]: { "/hero/title": " " } }, "This text is empty."],
    [{ [HOME]: { "/hero/title": "{name}" } }, "{name} has no value here."],
    [{ [HOME]: { "/hero/title": "a\u202eb" } }, "This text has an invisible control character (U+202E)."],
    [{ [HOME]: { "/__proto__/x": "x" } }, "The files don't have this field."],
    [{ [HOME]: { "/hero": {} } }, "This is not a field."],
    [{ sections: { "/home/order": ["faq", "hero"] } }, "Hero must be first."],
    [{ sections: { "/home/hidden": ["departments"] } }, "Departments can’t be hidden."],
    [{ sections: { "/home/order": ["nowhere"] } }, "nowhere"],
  ])("rejects %j as a draft does", async (value, problem) => {
    const answer = await save(value);
    expect([answer.statusCode, errorOf(answer)]).toEqual([
      400,
      expect.stringContaining("variations.1.value: "),
    ]);
    expect(errorOf(answer)).toContain(problem);
  });
});
