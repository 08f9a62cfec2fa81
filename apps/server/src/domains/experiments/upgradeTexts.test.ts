import { completeOrder } from "@marquee/contract";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { changes } from "../../platform/storage/records/tables.ts";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { experimentDefinition, flagDefinition, flagRule } from "../../testing/experimentDefinition.ts";
import { minimalSite } from "../../testing/minimalSite.ts";
import { startRealContent } from "../../testing/realContent.ts";
import { silent, type TestStores } from "../../testing/startTestStores.ts";
import { publishOver } from "../content/siteContent.ts";
import { flags } from "../flags/tables.ts";
import { findRevision } from "../publishing/revisionStore.ts";
import { type Publishing, startPublishing } from "../publishing/startPublishing.ts";
import { contentDraftFields, contentDrafts, contentRevisions } from "../publishing/tables.ts";
import type { ContentPatch } from "./convertPatch.ts";
import { experimentPhases, experiments } from "./tables.ts";
import { upgradeTexts } from "./upgradeTexts.ts";

const ANN = "ann@trellis.example";
const BEN = "ben@trellis.example";
const now = () => Date.UTC(2026, 5, 1);

let stores: TestStores;
let content: Awaited<ReturnType<typeof startRealContent>>;
let publishing: Publishing;

beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(() => stores.stop());
beforeEach(async () => {
  content = await startRealContent();
  publishing = await startInstance(content.siteContent);
});
afterEach(async () => {
  await publishing.stop();
  content.content.stop();
  const { db } = stores.records;
  for (const table of [contentDraftFields, contentDrafts, contentRevisions, flags, experiments, changes])
    await db.delete(table);
});

const startInstance = (siteContent: typeof content.siteContent) =>
  startPublishing({
    ...stores,
    siteContent,
    content: content.content,
    bundle: minimalSite.bundle,
    log: silent,
  });

async function addFlag(
  key: string,
  defaultValue: ContentPatch,
  options: { isArchived?: boolean; at?: number } = {},
) {
  const { isArchived = false, at = 0 } = options;
  const definition = flagDefinition({ key, type: "json", defaultValue: defaultValue as never, isArchived });
  const updatedBy = at === 0 ? ANN : BEN;
  await stores.records.db
    .insert(flags)
    .values({ key, definition, revision: 3, updatedAt: new Date(at), updatedBy });
}

const storedFlags = async () =>
  Object.fromEntries(
    (await stores.records.db.select().from(flags)).map(({ key, definition }) => [
      key,
      definition.defaultValue,
    ]),
  );
/** List items now have IDs, so a position becomes an ID. */
const secondQuestion = () =>
  (publishing.files().get("copy:en:home") as { faq: { items: { id: string }[] } }).faq.items[1]?.id;
const HOME: ContentPatch = {
  copy: {
    en: { "hero.title": "Shipped", "faq.items.1.question": "Why?", "meta.description": "Plans &amp; tasks" },
  },
  order: ["faq"],
};

it("publishes what experiments shipped into flags, once, and empties the flags", async () => {
  await addFlag("content.home", HOME);
  await addFlag("content.pricing", { copy: { de: { "hero.title": "Preise" } } }, { at: 5 });
  await addFlag("content.lp", { copy: { en: { "hero.title": "Unused" } } }, { isArchived: true });
  await addFlag("content.brain", {});
  const { db } = stores.records;
  const before = structuredClone(content.siteContent.values().copy.en.home) as {
    hero: { title: string };
    faq: { items: { question: string }[] };
    meta: { description: string };
  };
  expect(await upgradeTexts({ db, publishing, now, log: silent })).toBe(true);
  expect(Object.fromEntries(publishing.head().overlay)).toMatchObject({
    "copy:en:home": {
      "/hero/title": "Shipped",
      [`/faq/items/${secondQuestion()}/question`]: "Why?",
      "/meta/description": "Plans & tasks",
    },
    "copy:de:pricing": { "/hero/title": "Preise" },
  });
  // The page shows what it showed with the patch, and nothing else has changed.
  before.hero.title = "Shipped";
  if (before.faq.items[1]) before.faq.items[1].question = "Why?";
  before.meta.description = "Plans & tasks";
  const otherSections = completeOrder("home", []).filter((id) => !["hero", "facts", "faq"].includes(id));
  const sections = ["hero", "facts", "faq", ...otherSections];
  expect(content.siteContent.values().copy.en.home).toEqual({ ...before, sections });
  expect(await findRevision(db, 1)).toMatchObject({
    author: BEN,
    note: "Texts that experiments shipped before they were published",
    experiment: null,
  });
  expect(await storedFlags()).toEqual({
    "content.home": {},
    "content.pricing": {},
    "content.brain": {},
    "content.lp": { copy: { en: { "hero.title": "Unused" } } },
  });
  expect((await db.select().from(changes)).map(({ key, action }) => [key, action])).toEqual([
    ["content.home", "published"],
    ["content.pricing", "published"],
  ]);
  expect(await upgradeTexts({ db, publishing, now, log: silent })).toBe(false);
  expect(publishing.head().number).toBe(1);
});

it("publishes them once if several instances start at the same time", async () => {
  await addFlag("content.home", HOME);
  const { db } = stores.records;
  const siteContent = publishOver({
    values: content.siteContent.files,
    onChange: () => undefined,
    stop: () => undefined,
  });
  const other = await startInstance(siteContent);
  try {
    const done = await Promise.all(
      [publishing, other].map((each) => upgradeTexts({ db, publishing: each, now, log: silent })),
    );
    expect(done.toSorted()).toEqual([false, true]);
    expect([publishing.head().number, other.head().number]).toEqual([1, 1]);
    expect(siteContent.values().copy.en.home).toEqual(content.siteContent.values().copy.en.home);
  } finally {
    await other.stop();
  }
});

it("ignores and reports texts that the page or the content model lacks, and publishes the rest", async () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(line) });
  await addFlag("content.home", {
    copy: {
      en: { "hero.title": "{name}", "hero.lead": "Kept", "hero.nothing": "x", "hero.__proto__.x": "x" },
      xx: { "hero.title": "x" },
    },
    order: ["nowhere"],
  });
  await addFlag("content.nowhere", { copy: { en: { "hero.title": "x" } }, order: ["faq"] });
  const { db } = stores.records;
  expect(await upgradeTexts({ db, publishing, now, log })).toBe(true);
  expect(Object.fromEntries(publishing.head().overlay)).toEqual({ "copy:en:home": { "/hero/lead": "Kept" } });
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    expect.stringMatching(
      /^Home \(en\), Hero: Title: "\{name\}", which an experiment shipped, can't be published\./,
    ),
  ]);
  expect(await storedFlags()).toEqual({ "content.home": {}, "content.nowhere": {} });
});

it("converts variations, phases and rules to content addresses, within the order published at that time", async () => {
  const { db } = stores.records;
  const variations = [
    { key: "control", name: "As it is", value: {}, weight: 0.5 },
    { key: "short", name: "Short", value: HOME as never, weight: 0.5 },
  ];
  const definition = experimentDefinition({
    key: "words",
    kind: "content",
    flag: "content.home",
    page: "home",
    variations,
  });
  const ran = { definition, phase: 2, startedAt: new Date(5) };
  await db
    .insert(experiments)
    .values({
      ...ran,
      key: "words",
      revision: 4,
      state: "running",
      stoppedAt: null,
      shipped: null,
      updatedAt: new Date(5),
      updatedBy: ANN,
    });
  await db.insert(experimentPhases).values({ ...ran, experiment: "words", stoppedAt: null });
  const rule = flagRule({ value: { copy: { de: { "hero.title": "Kurz" } } } });
  const flag = flagDefinition({
    key: "content.home",
    type: "json",
    defaultValue: { order: ["moving"] },
    rules: [rule],
  });
  await db
    .insert(flags)
    .values({ key: flag.key, definition: flag, revision: 1, updatedAt: new Date(1), updatedBy: ANN });

  expect(await upgradeTexts({ db, publishing, now, log: silent })).toBe(true);
  const [stored] = await db.select().from(experiments);
  expect(stored).toMatchObject({ revision: 4, state: "running", phase: 2, updatedBy: ANN });
  const [, short] = stored?.definition.variations ?? [];
  expect(short?.value).toEqual({
    "copy:en:home": {
      "/hero/title": "Shipped",
      [`/faq/items/${secondQuestion()}/question`]: "Why?",
      "/meta/description": "Plans & tasks",
    },
    sections: { "/home/order": expect.any(Array) },
  });
  const { sections } = (short?.value ?? {}) as { sections?: { "/home/order": string[] } };
  expect(sections?.["/home/order"].slice(0, 5)).toEqual(["hero", "facts", "faq", "views", "features"]);
  expect(publishing.published().site.sections.home?.order.slice(0, 3)).toEqual(["hero", "facts", "moving"]);
  expect((await db.select().from(experimentPhases))[0]?.definition).toEqual(stored?.definition);
  const [converted] = await db.select().from(flags);
  expect(converted?.definition.rules[0]?.value).toEqual({ "copy:de:home": { "/hero/title": "Kurz" } });
  expect(await upgradeTexts({ db, publishing, now, log: silent })).toBe(false);
});
