import {
  DEFAULT_FLAGS,
  type FlagDefinition,
  type Json,
  LOCALES,
  SITE_BANNER_FLAG,
  type SiteBannerConfig,
} from "@marquee/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { ApiError } from "../../platform/errors/apiError.ts";
import { changes } from "../../platform/storage/records/tables.ts";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { flagDefinition, flagRule } from "../../testing/experimentDefinition.ts";
import { minimalFlagFile } from "../../testing/minimalFlags.ts";
import { minimalSite } from "../../testing/minimalSite.ts";
import { silent, type TestStores } from "../../testing/startTestStores.ts";
import { publishOver } from "../content/siteContent.ts";
import { saveField } from "../publishing/draftFields.ts";
import { createDraft, readDraft } from "../publishing/draftStore.ts";
import { checkDraft, publishDraft, restore } from "../publishing/publish.ts";
import { listRevisions } from "../publishing/revisionStore.ts";
import { startPublishing } from "../publishing/startPublishing.ts";
import { contentDraftFields, contentDrafts, contentRevisions } from "../publishing/tables.ts";
import { flagStore } from "./flagStore.ts";
import { moveBanner } from "./moveBanner.ts";
import { saveFlag } from "./saveFlag.ts";
import { startFlags } from "./startFlags.ts";
import { flags as flagRows } from "./tables.ts";
import { flagsOf } from "./visitorFlags.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const ANN = "ann@trellis.example";
const BANNER: SiteBannerConfig = {
  ...DEFAULT_FLAGS[SITE_BANNER_FLAG],
  paths: ["*"],
  text: "Gantt charts are here",
  badgeText: "New",
  link: { href: "/brain", children: "See how" },
  showOnMobile: true,
};
const german = flagRule({
  id: "german",
  targeting: [{ attribute: "country", operator: "in", values: ["DE"] }],
  value: { ...BANNER, text: "Hallo" } as unknown as Json,
});
const flag = (change: Partial<FlagDefinition>) =>
  flagDefinition({
    key: SITE_BANNER_FLAG,
    type: "json",
    defaultValue: DEFAULT_FLAGS[SITE_BANNER_FLAG] as unknown as Json,
    rules: [german],
    ...change,
  });
const scheduled = (change: Partial<FlagDefinition["rules"][number]>) =>
  flagRule({ id: "scheduled", value: BANNER as unknown as Json, ...change });

let stores: TestStores;
let now = NOON;

beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(() => stores.stop());
beforeEach(() => {
  now = NOON;
});
afterEach(async () => {
  const { db } = stores.records;
  for (const table of [contentDraftFields, contentDrafts, contentRevisions, flagRows, changes])
    await db.delete(table);
});

async function store(definition: FlagDefinition): Promise<void> {
  const row = { revision: 3, updatedAt: new Date(NOON), updatedBy: ANN };
  await stores.records.db.insert(flagRows).values({ key: definition.key, definition, ...row });
}

/** A server with only the parts that the banner needs. */
async function startInstance() {
  const files = minimalSite.siteContent.files();
  const siteContent = publishOver({ values: () => files, onChange: () => undefined, stop: () => undefined });
  const { content, bundle } = minimalSite;
  const flags = await startFlags({
    ...stores,
    file: minimalFlagFile,
    siteContent,
    listExperiments: async () => [],
    environment: "production",
    now: () => now,
    log: silent,
  });
  const publishing = await startPublishing({ ...stores, siteContent, content, bundle, log: silent });
  onTestFinished(async () => {
    await publishing.stop();
    await flags.stop();
  });
  const valueFor = (locale: (typeof LOCALES)[number], country = "NO") =>
    flagsOf({ flags, locale, attributes: { id: "visitor", country } as never, findPage: () => undefined })
      .flags[SITE_BANNER_FLAG];
  const unknown = (locale: (typeof LOCALES)[number]) =>
    flagsOf({ flags, locale, attributes: null, findPage: () => undefined }).flags[SITE_BANNER_FLAG];
  const move = () => moveBanner({ db: stores.records.db, publishing, now: () => now });
  return { flags, publishing, siteContent, move, valueFor, unknown };
}

type Instance = Awaited<ReturnType<typeof startInstance>>;

async function draftOf(
  { publishing }: Instance,
  fields: Record<string, Record<string, Json>>,
): Promise<number> {
  const { db } = stores.records;
  const id = await createDraft(db, "Banner", { actor: ANN, now });
  for (const [item, values] of Object.entries(fields))
    for (const [name, value] of Object.entries(values))
      await saveField(
        db,
        id,
        { item, pointer: `/${name}`, value, revision: 0 },
        publishing.published().items,
        { actor: ANN, now },
      );
  return id;
}

const SHOWN = {
  banner: { isShown: true, paths: ["*"], href: "/brain" },
  "copy:en:banner": { text: "Hello", label: "See" },
};

async function publish(instance: Instance, fields: Record<string, Record<string, Json>>): Promise<void> {
  const id = await draftOf(instance, fields);
  await publishDraft(stores.records.db, instance.publishing, { id, note: "" }, { actor: ANN, now });
}

it("keeps the banner of an earlier release, moving it once, by one of two instances", async () => {
  await store(flag({ defaultValue: BANNER as unknown as Json }));
  const [one, other] = [await startInstance(), await startInstance()];
  expect((await Promise.all([one.move(), other.move()])).filter(Boolean)).toHaveLength(1);
  for (const each of [one, other]) {
    await each.publishing.refresh();
    await each.flags.refresh();
    for (const locale of LOCALES) expect(each.unknown(locale)).toEqual(BANNER);
    expect(each.valueFor("en", "DE").text).toBe("Hallo");
  }
  const stored = await flagStore.findRow(stores.records.db, SITE_BANNER_FLAG);
  expect([stored?.revision, stored?.definition]).toEqual([4, flag({})]);
  const revisions = await listRevisions(stores.records.db, { limit: 9 });
  expect(revisions).toMatchObject([
    { number: 1, author: ANN, note: expect.stringContaining("earlier release") },
  ]);
  expect(await (await startInstance()).move()).toBe(false);
});

it.each([
  [
    { from: NOON - 1000, to: NOON + 1000 },
    { isShown: true, from: "2026-06-01T11:59:59.000Z", until: "2026-06-01T12:00:01.000Z" },
  ],
  [{ isOn: false }, { isShown: false, from: null, until: null }],
  [
    { from: 0, to: 8_000_000_000_000_000 },
    { isShown: true, from: "1970-01-01T00:00:00.000Z", until: null },
  ],
])("moves the rule of a scheduled or hidden banner: %j", async (rule, banner) => {
  await store(flag({ rules: [german, scheduled(rule)] }));
  const instance = await startInstance();
  expect(await instance.move()).toBe(true);
  await instance.publishing.refresh();
  await instance.flags.refresh();
  const { paths, showOnMobile } = BANNER;
  expect(instance.siteContent.values().banner).toMatchObject({
    ...banner,
    paths,
    showOnMobile,
    href: "/brain",
  });
  expect(instance.unknown("en").text).toBe(banner.isShown ? BANNER.text : "");
  expect((await flagStore.findRow(stores.records.db, SITE_BANNER_FLAG))?.definition.rules).toEqual([german]);
});

it("leaves a flag without its own banner unchanged", async () => {
  await store(flag({}));
  expect(await (await startInstance()).move()).toBe(false);
  expect(await listRevisions(stores.records.db, { limit: 9 })).toEqual([]);
});

it("shows each visitor the texts of the page's language, immediately on every instance, and reverts them", async () => {
  const [one, other] = [await startInstance(), await startInstance()];
  let told = 0;
  other.flags.onChange(() => {
    told += 1;
  });
  await publish(one, { ...SHOWN, "copy:de:banner": { text: "Hallo Welt" } });
  await other.publishing.refresh();
  expect(other.unknown("en")).toMatchObject({ text: "Hello", link: { href: "/brain", children: "See" } });
  expect(other.unknown("de")).toMatchObject({ text: "Hallo Welt", link: { children: "See" } });
  expect(other.unknown("it").text).toBe("Hello");
  expect(other.valueFor("de").text).toBe("Hallo Welt");
  expect(told).toBe(1);
  await publish(one, { "copy:de:banner": { text: "Hallo" } });
  await other.publishing.refresh();
  expect([other.unknown("de").text, told], "A translation alone is a change too.").toEqual(["Hallo", 2]);
  await restore(stores.records.db, one.publishing, { revision: 0, head: 2 }, { actor: ANN, now });
  expect(one.unknown("de")).toEqual(DEFAULT_FLAGS[SITE_BANNER_FLAG]);
});

it("starts and ends on schedule, also in previews", async () => {
  const instance = await startInstance();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await publish(instance, {
    ...SHOWN,
    banner: { ...SHOWN.banner, from: "2026-06-01T13:00:00Z", until: "2026-06-01T14:00:00Z" },
  });
  const site = instance.siteContent.values();
  const shownAt = (time: number) => instance.flags.at(time, [], site).banner("en")?.text;
  const [HOUR, seen] = [3_600_000, [instance.unknown("en").text]];
  for (let hour = 0; hour < 2; hour += 1) {
    now += HOUR;
    await vi.advanceTimersByTimeAsync(HOUR);
    seen.push(instance.unknown("en").text);
  }
  expect(seen).toEqual(["", "Hello", ""]);
  expect([NOON, NOON + HOUR, NOON + 2 * HOUR].map(shownAt)).toEqual(["", "Hello", ""]);
});

it("can't be edited in its flag, but the flag's rules can", async () => {
  const instance = await startInstance();
  await publish(instance, SHOWN);
  const { db } = stores.records;
  const save = (definition: FlagDefinition, revision: number) =>
    saveFlag({ db, flags: instance.flags, actor: ANN, now }, { definition, revision });
  const current = instance.flags.definitions().find(({ key }) => key === SITE_BANNER_FLAG) as FlagDefinition;
  expect(current.defaultValue).toMatchObject({ text: "Hello" });
  await save({ ...current, rules: [german] }, 0);
  expect((await flagStore.findRow(db, SITE_BANNER_FLAG))?.definition).toMatchObject({
    defaultValue: DEFAULT_FLAGS[SITE_BANNER_FLAG],
    rules: [german],
  });
  expect(instance.unknown("en").text).toBe("Hello");
  await expect(save(flag({ defaultValue: BANNER as unknown as Json }), 1)).rejects.toThrow(/under Banner/);
  await expect(save(flag({ rules: [scheduled({})] }), 1)).rejects.toThrow(/published content now/);
});

const LONG = Array.from({ length: 201 }, () => "/a");
it.each([
  ["banner", "href", "javascript:alert(1)", /Enter a path such as/],
  ["banner", "href", "JaVaScRiPt:alert(1)", /Enter a path such as/],
  ["banner", "href", "java\tscript:alert(1)", /Enter a path such as/],
  ["banner", "href", "data:text/html,x", /Enter a path such as/],
  ["banner", "href", "//evil.example", /Enter a path such as/],
  ["banner", "href", "/\\evil.example", /Enter a path such as/],
  ["banner", "href", "\\\\evil.example", /Enter a path such as/],
  ["banner", "href", "https://trellis.example@evil.example/", /Enter a path such as/],
  ["banner", "href", "/\u202egnp", /control character \(U\+202E\)/],
  ["banner", "href", ["/"], /Enter a path such as/],
  ["banner", "paths", "*", /Each path starts with/],
  ["banner", "paths", ["pricing"], /Each path starts with/],
  ["banner", "paths", LONG, /at most 200/],
  ["banner", "paths", [`/${"a".repeat(500)}`], /up to 500/],
  ["banner", "excludedPaths", ["/a\u0000"], /control character \(U\+0000\)|can't be stored/],
  ["banner", "iconStart", "<svg>", /name of an icon/],
  ["banner", "isShown", "yes", /true or false/],
  ["banner", "from", "tomorrow", /Enter a time in UTC/],
  ["banner", "from", "2026-02-31T25:00:00Z", /Enter a time in UTC/],
  ["banner", "until", 5, /Enter a time in UTC/],
  ["copy:en:banner", "text", "a".repeat(301), /more than 300/],
  ["copy:de:banner", "text", "\u2066x", /control character/],
  ["copy:de:banner", "label", 5, /more than 80|Shorten/],
] as const)("rejects %s/%s %j with a message", async (item, name, value, message) => {
  const instance = await startInstance();
  const { db } = stores.records;
  try {
    const id = await draftOf(instance, { [item]: { [name]: value as Json } });
    const [field] = checkDraft(
      await readDraft(db, id),
      instance.publishing.head().overlay,
      instance.publishing,
    );
    expect(field?.problem).toMatch(message);
    await expect(
      publishDraft(db, instance.publishing, { id, note: "" }, { actor: ANN, now }),
    ).rejects.toThrow(message);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.message).toMatch(message);
  }
});

it("can't be published as visible while incomplete, or with an end before its start", async () => {
  const instance = await startInstance();
  const without = (item: keyof typeof SHOWN, name: string) => {
    const { [name]: _left, ...remaining } = SHOWN[item] as Record<string, Json>;
    return publish(instance, { ...SHOWN, [item]: remaining });
  };
  await expect(without("copy:en:banner", "text")).rejects.toThrow("needs a text in English");
  await expect(without("banner", "href")).rejects.toThrow("needs a link address");
  await expect(without("banner", "paths")).rejects.toThrow("needs at least one path");
  await expect(publish(instance, { ...SHOWN, "copy:en:banner": { text: "Hi", label: " " } })).rejects.toThrow(
    "needs a link label",
  );
  const times = { from: "2026-06-02T00:00:00Z", until: "2026-06-01T00:00:00Z" };
  await expect(publish(instance, { ...SHOWN, banner: { ...SHOWN.banner, ...times } })).rejects.toThrow(
    "The end must be after the start",
  );
  await publish(instance, { "copy:en:banner": { text: "Not yet" } });
});
