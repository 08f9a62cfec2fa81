import { NO_BANNER, ONE_DAY, ONE_HOUR } from "@marquee/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { minimalSite } from "../../testing/minimalSite.ts";
import { silent, type TestStores } from "../../testing/startTestStores.ts";
import { applyOverlay, publishOver } from "../content/siteContent.ts";
import { contentAt } from "./contentAt.ts";
import { saveField } from "./draftFields.ts";
import { changeDraft, createDraft, listDrafts, readDraft } from "./draftStore.ts";
import { publishDraft } from "./publish.ts";
import { listRevisions } from "./revisionStore.ts";
import { publishDue, scheduleDraft } from "./schedules.ts";
import { type Publishing, startPublishing } from "./startPublishing.ts";
import { startSchedules } from "./startSchedules.ts";
import { contentDraftFields, contentDrafts, contentRevisions } from "./tables.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const ANN = "ann@trellis.example";
const ITEM = "copy:en:home";

let stores: TestStores;
let now: number;
let instances: Publishing[];
let mails: string[];

/** A server instance that serves one text. */
async function start(): Promise<Publishing> {
  const otherLanguages = { "fr-FR": {}, "es-ES": {}, it: {}, "pt-BR": {}, de: {} };
  const home = { title: "Files", lead: "Files" };
  const files = {
    version: "",
    copy: { en: { home }, ...otherLanguages },
    catalog: {} as never,
    images: {},
    sections: {},
    banner: NO_BANNER,
  };
  const { content } = applyOverlay(files, new Map([[ITEM, { "/title": "Files" }]]));
  const siteContent = publishOver({
    values: () => content,
    onChange: () => undefined,
    stop: () => undefined,
  });
  const parts = { siteContent, content: minimalSite.content, bundle: minimalSite.bundle, log: silent };
  const publishing = await startPublishing({ ...stores, ...parts });
  instances.push(publishing);
  return publishing;
}

beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(() => stores.stop());
beforeEach(() => {
  now = NOON;
  instances = [];
  mails = [];
});
afterEach(async () => {
  for (const publishing of instances) await publishing.stop();
  const { db } = stores.records;
  for (const table of [contentDraftFields, contentDrafts, contentRevisions]) await db.delete(table);
});

const author = () => ({ actor: ANN, now });
const mailer = {
  isConnected: () => true,
  sendNotPublished: async (email: string, { problem }: { problem: string }) => {
    mails.push(`${email}: ${problem}`);
  },
};
const publishAll = (publishing: Publishing) =>
  publishDue({
    db: stores.records.db,
    publishing,
    now: () => now,
    onProblem: ({ by, name }, problem) => mailer.sendNotPublished(by, { problem: `${name}: ${problem}` }),
  });
const titleOf = (built: {
  site: Publishing["published"] extends () => { site: infer Site } ? Site : never;
}) => (built.site.copy.en.home as { title: string }).title;

async function draftWith(publishing: Publishing, name: string, title: string, pointer = "/title") {
  const { db } = stores.records;
  const id = await createDraft(db, name, author());
  const change = { item: ITEM, pointer, value: title, revision: 0 };
  await saveField(db, id, change, publishing.published().items, author());
  return id;
}

it("publishes once at the scheduled time on any instance, and overdue drafts as soon as a server runs", async () => {
  const { db } = stores.records;
  const [one, two] = [await start(), await start()];
  const draft = await draftWith(one, "Launch", "Monday");
  await scheduleDraft(db, one, { id: draft, at: now + ONE_HOUR, note: "As agreed" }, author());
  await Promise.all([publishAll(one), publishAll(two)]);
  expect(titleOf(one.published())).toBe("Files");

  // No server runs at that time.
  now += 3 * ONE_DAY;
  await Promise.all([publishAll(one), publishAll(two), publishAll(two)]);
  // The second instance is notified a moment later.
  await Promise.all([one.refresh(), two.refresh()]);
  expect([titleOf(one.published()), titleOf(two.published())]).toEqual(["Monday", "Monday"]);
  expect(await listRevisions(db, { limit: 9 })).toMatchObject([
    { number: 1, author: ANN, note: "As agreed" },
  ]);
  expect(await readDraft(db, draft)).toMatchObject({ state: "published", schedule: null });
});

it("publishes in the order of the times, with the draft's content at that time", async () => {
  const { db } = stores.records;
  const publishing = await start();
  const late = await draftWith(publishing, "Late", "Late", "/lead");
  const early = await draftWith(publishing, "Early", "Early");
  await scheduleDraft(db, publishing, { id: late, at: now + 2 * ONE_HOUR, note: "" }, author());
  await scheduleDraft(db, publishing, { id: early, at: now + ONE_HOUR, note: "" }, author());
  expect((await readDraft(db, early)).schedule).toMatchObject({ isChanged: false, by: ANN, problem: null });
  now += 1000;
  const change = { item: ITEM, pointer: "/title", value: "Changed", revision: 1 };
  await saveField(db, early, change, publishing.published().items, author());
  expect((await listDrafts(db)).map(({ name, schedule }) => [name, schedule?.isChanged])).toEqual([
    ["Early", true],
    ["Late", false],
  ]);
  now += ONE_DAY;
  await publishAll(publishing);
  expect((await listRevisions(db, { limit: 9 })).map(({ note }) => note)).toEqual(["Late", "Early"]);
  expect(titleOf(publishing.published())).toBe("Changed");
});

it("does not publish any part of a draft with a conflict, and reports it once", async () => {
  const { db } = stores.records;
  const [one, two] = [await start(), await start()];
  const mine = await draftWith(one, "Mine", "Mine");
  const lead = { item: ITEM, pointer: "/lead", value: "Mine", revision: 0 };
  await saveField(db, mine, lead, one.published().items, author());
  await scheduleDraft(db, one, { id: mine, at: now + ONE_HOUR, note: "" }, author());
  const theirs = await draftWith(one, "Theirs", "Theirs");
  await publishDraft(db, one, { id: theirs, note: "" }, author());
  now += ONE_DAY;
  await two.refresh();
  await Promise.all([publishAll(one), publishAll(two)]);
  await publishAll(one);
  const { schedule, state } = await readDraft(db, mine);
  expect([state, schedule?.problem]).toEqual(["open", expect.stringContaining("published another text")]);
  expect(mails).toEqual([expect.stringMatching(/^ann@trellis.example: Mine: Home .*published another text/)]);
  expect(one.published().site.copy.en.home).toEqual({ title: "Theirs", lead: "Files" });
  expect(await listRevisions(db, { limit: 9 })).toHaveLength(1);
});

it("rejects a time in the past or too far ahead, and a draft that can't be published", async () => {
  const { db } = stores.records;
  const publishing = await start();
  const draft = await draftWith(publishing, "Launch", "Monday");
  const schedule = (id: number, at: number) => scheduleDraft(db, publishing, { id, at, note: "" }, author());
  await expect(schedule(draft, now)).rejects.toThrow("This time has passed.");
  await expect(schedule(draft, now + 400 * ONE_DAY)).rejects.toThrow("within a year");
  await expect(schedule(await createDraft(db, "Empty", author()), now + 1)).rejects.toThrow("no changes");
  await expect(schedule(999_999, now + 1)).rejects.toThrow("does not exist");
});

it("ends a schedule when it is canceled, and when the draft is discarded or published", async () => {
  const { db } = stores.records;
  const publishing = await start();
  const [one, two] = [
    await draftWith(publishing, "One", "One"),
    await draftWith(publishing, "Two", "Two", "/lead"),
  ];
  for (const id of [one, two])
    await scheduleDraft(db, publishing, { id, at: now + ONE_HOUR, note: "" }, author());
  await scheduleDraft(db, publishing, { id: one, at: null, note: "" }, author());
  await changeDraft(db, two, { isDiscarded: true }, { actor: ANN, now });
  await changeDraft(db, two, { isDiscarded: false }, { actor: ANN, now });
  now += ONE_DAY;
  await publishAll(publishing);
  expect(await listRevisions(db, { limit: 9 })).toEqual([]);
});

it("returns the content at any time, from earlier publications or with scheduled ones", async () => {
  const { db } = stores.records;
  const publishing = await start();
  const at = async (instant: number, choices = {}) =>
    titleOf(await contentAt({ db, publishing }, { at: instant, ...choices }, now));
  const first = await draftWith(publishing, "First", "First");
  await publishDraft(db, publishing, { id: first, note: "" }, author());
  now += ONE_DAY;
  const next = await draftWith(publishing, "Next", "Next");
  await scheduleDraft(db, publishing, { id: next, at: now + ONE_DAY, note: "" }, author());
  expect([await at(NOON - 1), await at(NOON), await at(now), await at(now + ONE_DAY - 1)]).toEqual([
    "Files",
    "First",
    "First",
    "First",
  ]);
  expect([await at(now + ONE_DAY), await at(8_640_000_000_000_000)]).toEqual(["Next", "Next"]);
  expect([await at(now + ONE_DAY, { revision: 0 }), await at(NOON - 1, { draft: next })]).toEqual([
    "Files",
    "Next",
  ]);
  await expect(at(now, { revision: 9 })).rejects.toThrow("This revision does not exist.");
});

it("publishes automatically while it runs", async () => {
  const { db } = stores.records;
  const publishing = await start();
  const draft = await draftWith(publishing, "Launch", "Monday");
  await scheduleDraft(db, publishing, { id: draft, at: now + ONE_HOUR, note: "" }, author());
  const options = {
    db,
    publishing,
    mailer,
    consoleUrl: "https://trellis.example",
    now: () => now,
    log: silent,
  };
  const schedules = startSchedules(options);
  now += 2 * ONE_HOUR;
  schedules.wake();
  await expect.poll(() => titleOf(publishing.published())).toBe("Monday");
  await schedules.stop();
});
