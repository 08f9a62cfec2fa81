import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Catalog, type Json, NO_BANNER, type SiteContent } from "@marquee/contract";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { IS_SOAK } from "../../../../../scripts/test/soak.mjs";
import { ApiError } from "../../platform/errors/apiError.ts";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { minimalSite } from "../../testing/minimalSite.ts";
import { silent, type TestStores } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { contentHash } from "../content/contentHash.ts";
import { applyOverlay, publishOver } from "../content/siteContent.ts";
import { startContent } from "../content/startContent.ts";
import { publishedValue, saveField, settleField } from "./draftFields.ts";
import { createDraft, readDraft } from "./draftStore.ts";
import { checkDraft, publishChanges, publishDraft, restore } from "./publish.ts";
import { findRevision, lockPublishing, readHead } from "./revisionStore.ts";
import { type Publishing, startPublishing } from "./startPublishing.ts";
import { contentDraftFields, contentDrafts, contentRevisions } from "./tables.ts";

const AUTHOR = { actor: "ann@trellis.example", now: Date.UTC(2026, 5, 1) };
const ITEM = "copy:en:home";
const POINTERS = ["/title", "/rows/first/text", "/rows/second/text"] as const;
const SITE = { content: minimalSite.content, bundle: minimalSite.bundle };
const NO_CATALOG = {} as Catalog;

let stores: TestStores;
let publishing: Publishing;

beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(() => stores.stop());
afterEach(async () => {
  await publishing.stop();
  const { db } = stores.records;
  for (const table of [contentDraftFields, contentDrafts, contentRevisions]) await db.delete(table);
});

type Texts = { title: string; rows: { id: string; text: string }[] };

function contentOf(home: Texts): SiteContent {
  const otherLanguages = { "fr-FR": {}, "es-ES": {}, it: {}, "pt-BR": {}, de: {} };
  const files: SiteContent = {
    version: "",
    copy: { en: { home }, ...otherLanguages },
    catalog: NO_CATALOG,
    images: {},
    sections: {},
    banner: NO_BANNER,
  };
  // An empty change, to get the version of these texts.
  return applyOverlay(files, new Map([[ITEM, { "/title": home.title }]])).content;
}

/** Content whose files a test changes. */
async function start() {
  let texts: Texts = {
    title: "0",
    rows: [
      { id: "first", text: "0" },
      { id: "second", text: "0" },
    ],
  };
  let tell = () => {};
  const siteContent = publishOver({
    values: () => contentOf(texts),
    onChange: (listener) => {
      tell = listener;
    },
    stop: () => undefined,
  });
  publishing = await startPublishing({ ...stores, siteContent, ...SITE, log: silent });
  return {
    siteContent,
    files: () => texts,
    change(next: Texts) {
      texts = next;
      tell();
    },
  };
}

const pointer = fc.constantFrom(...POINTERS);
const value = fc.constantFrom("0", "1", "2", "3");
/** The texts of a variation, each once. */
const TEXTS = { minLength: 1, maxLength: 3, selector: ([at]: readonly string[]) => at };
const step = fc.oneof(
  {
    arbitrary: fc.record({ do: fc.constant("type" as const), draft: fc.nat({ max: 1 }), pointer, value }),
    weight: 4,
  },
  { arbitrary: fc.record({ do: fc.constant("publish" as const), draft: fc.nat({ max: 1 }) }), weight: 3 },
  fc.record({ do: fc.constant("restore" as const), revision: fc.nat({ max: 4 }) }),
  fc.record({ do: fc.constant("start" as const) }),
  fc.record({ do: fc.constant("ship" as const), texts: fc.uniqueArray(fc.tuple(pointer, value), TEXTS) }),
  fc.record({ do: fc.constant("edit file" as const), pointer, value }),
  fc.record({ do: fc.constant("swap rows" as const) }),
);

/** A reference implementation without trees, hashes and stores. */
function createReference() {
  const files = new Map<string, string>(POINTERS.map((each) => [each, "0"]));
  const revisions: Map<string, string>[] = [new Map()];
  const published = () => revisions.at(-1) ?? new Map<string, string>();
  const publishedText = (at: string) => published().get(at) ?? files.get(at) ?? "";
  const drafts = [0, 1].map(() => new Map<string, { value: string; from: string }>());
  let started = new Map<string, string>();
  const add = (next: Map<string, string>) => {
    const isSame =
      next.size === published().size && [...next].every(([at, text]) => published().get(at) === text);
    if (!isSame) revisions.push(next);
    return !isSame;
  };
  return {
    publishedTexts: () => POINTERS.map(publishedText),
    edit: (at: string, text: string) => void files.set(at, text),
    type(index: number, at: string, text: string) {
      const draft = drafts[index];
      if (text === publishedText(at)) draft?.delete(at);
      else draft?.set(at, { value: text, from: draft.get(at)?.from ?? publishedText(at) });
    },
    start: () => {
      started = new Map(POINTERS.map((at) => [at, publishedText(at)]));
    },
    /** @returns whether it is published: nothing is if one text was changed since the start. */
    ship(texts: readonly (readonly [string, string])[]): boolean {
      const open = texts.filter(([at, text]) => publishedText(at) !== text);
      if (open.some(([at]) => publishedText(at) !== (started.get(at) ?? publishedText(at)))) return false;
      const next = new Map(published());
      for (const [at, text] of open) {
        if (text === files.get(at)) next.delete(at);
        else next.set(at, text);
      }
      return add(next);
    },
    /** @returns whether it is published. */
    publish(index: number): boolean {
      const draft = drafts[index] ?? new Map();
      const isOutdated = [...draft].some(
        ([at, field]) => publishedText(at) !== field.from && publishedText(at) !== field.value,
      );
      if (draft.size === 0 || isOutdated) return false;
      const next = new Map(published());
      for (const [at, field] of draft) {
        if (field.value === files.get(at)) next.delete(at);
        else next.set(at, field.value);
      }
      const isNew = add(next);
      if (isNew) draft.clear();
      return isNew;
    },
    restore: (number: number) => number < revisions.length && add(new Map(revisions[number])),
  };
}

it("shows what a plain reference shows after any drafts, publications, experiments, restorations and changed files", async () => {
  const { db } = stores.records;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: "max" }), async (steps) => {
      for (const table of [contentDraftFields, contentDrafts, contentRevisions]) await db.delete(table);
      const { siteContent, files, change } = await start();
      const reference = createReference();
      const drafts = [await createDraft(db, "One", AUTHOR), await createDraft(db, "Two", AUTHOR)];
      const revisions = new Map<string, number>();
      let started = new Map<string, Json>();
      const succeeds = (action: Promise<unknown>) =>
        action.then(
          () => true,
          (error: unknown) => {
            if (!(error instanceof ApiError)) throw error;
            return false;
          },
        );
      for (const each of steps) {
        if (each.do === "type") {
          const name = `${each.draft}${each.pointer}`;
          const field = { item: ITEM, pointer: each.pointer, value: each.value };
          const saved = await saveField(
            db,
            drafts[each.draft] ?? 0,
            { ...field, revision: revisions.get(name) ?? 0 },
            publishing.published().items,
            AUTHOR,
          );
          revisions.set(name, saved?.revision ?? 0);
          reference.type(each.draft, each.pointer, each.value);
        } else if (each.do === "publish") {
          const draft = { id: drafts[each.draft] ?? 0, note: "" };
          const isPublished = await succeeds(publishDraft(db, publishing, draft, AUTHOR));
          expect(isPublished).toBe(reference.publish(each.draft));
          if (!isPublished) continue;
          drafts[each.draft] = await createDraft(db, "Next", AUTHOR);
          for (const at of POINTERS) revisions.delete(`${each.draft}${at}`);
        } else if (each.do === "start") {
          const { items } = publishing.published();
          started = new Map(POINTERS.map((at) => [at, publishedValue(items, ITEM, at) ?? null]));
          reference.start();
        } else if (each.do === "ship") {
          const { items } = publishing.published();
          const fields = each.texts.map(([at, text]) => {
            const from = started.get(at) ?? publishedValue(items, ITEM, at) ?? null;
            return { item: ITEM, pointer: at, value: text, from };
          });
          const shipped = db.transaction(async (tx) => {
            await lockPublishing(tx);
            return publishChanges(tx, publishing, { name: "Shipped", fields }, AUTHOR);
          });
          const number = await shipped.catch((error: unknown) => {
            if (error instanceof ApiError) return null;
            throw error;
          });
          await publishing.refresh();
          expect(number !== null).toBe(reference.ship(each.texts));
        } else if (each.do === "restore") {
          const restored = restore(
            db,
            publishing,
            { revision: each.revision, head: publishing.head().number },
            AUTHOR,
          );
          expect(await succeeds(restored)).toBe(reference.restore(each.revision));
        } else if (each.do === "edit file") {
          const next = structuredClone(files());
          const row = next.rows.find(({ id }) => each.pointer.includes(id));
          if (row) row.text = each.value;
          else next.title = each.value;
          change(next);
          reference.edit(each.pointer, each.value);
        } else change({ ...files(), rows: files().rows.toReversed() });
        const items = publishing.published().items;
        expect(POINTERS.map((at) => publishedValue(items, ITEM, at))).toEqual(reference.publishedTexts());
        expect(siteContent.values().copy.en.home).toEqual(items.get(ITEM));
      }
      if (publishing.head().overlay.size > 0)
        await restore(db, publishing, { revision: 0, head: publishing.head().number }, AUTHOR);
      expect(siteContent.values().version).toBe(contentOf(files()).version);
      await publishing.stop();
    }),
    IS_SOAK ? {} : { numRuns: 25 },
  );
});

it("names trees by their content and revisions by their parent, so that a restored tree gets its old name", async () => {
  const { db } = stores.records;
  await start();
  const publish = async (text: Json) => {
    const id = await createDraft(db, "Draft", AUTHOR);
    const field = { item: ITEM, pointer: "/title", value: text, revision: 0 };
    await saveField(db, id, field, publishing.published().items, AUTHOR);
    return publishDraft(db, publishing, { id, note: "Why" }, AUTHOR);
  };
  await publish("1");
  await publish("2");
  await restore(db, publishing, { revision: 1, head: 2 }, AUTHOR);
  const rows = await Promise.all([1, 2, 3].map((number) => findRevision(db, number)));
  expect(rows.map((row) => row?.tree === rows[0]?.tree)).toEqual([true, false, true]);
  expect(new Set(rows.map((row) => row?.id)).size).toBe(3);
  expect(rows.map((row) => row?.parent)).toEqual([null, rows[0]?.id, rows[1]?.id]);
  const [, second] = rows;
  expect(second?.id).toBe(
    contentHash([rows[0]?.id ?? "", second?.tree ?? "", AUTHOR.actor, AUTHOR.now, "Why"]),
  );
});

it("serializes concurrent publications, and loses none", async () => {
  const { db } = stores.records;
  await start();
  // Enough that two of them would overlap without the lock.
  const names = POINTERS.flatMap((at) => [at, at]);
  const ids = await Promise.all(
    names.map(async (at, index) => {
      const id = await createDraft(db, at, AUTHOR);
      const field = { item: ITEM, pointer: at, value: String(1 + (index % 2)), revision: 0 };
      await saveField(db, id, field, publishing.published().items, AUTHOR);
      return id;
    }),
  );
  const results = await Promise.allSettled(
    ids.map((id) => publishDraft(db, publishing, { id, note: "" }, AUTHOR)),
  );
  const numbers = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  expect(numbers.sort()).toEqual([1, 2, 3]);
  // The second draft of each field has a conflict with the first.
  const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(refused.map(({ code }: ApiError) => code)).toEqual(["conflict", "conflict", "conflict"]);
  const { overlay } = await readHead(db, null);
  expect(Object.keys(overlay.get(ITEM) ?? {}).sort()).toEqual([...POINTERS].sort());
});

it("reaches every instance, even those that missed the notification", async () => {
  const { db } = stores.records;
  await start();
  const siteContent = publishOver({
    values: () => contentOf({ title: "0", rows: [] }),
    onChange() {},
    stop() {},
  });
  // Neither polls: the first one relies on notifications.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const other = await startPublishing({ ...stores, siteContent, ...SITE, log: silent });
  const deaf = await startPublishing({
    records: { ...stores.records, listen: async () => async () => undefined },
    siteContent: publishOver({ values: () => contentOf({ title: "0", rows: [] }), onChange() {}, stop() {} }),
    ...SITE,
    log: silent,
  });
  try {
    const id = await createDraft(db, "Draft", AUTHOR);
    const field = { item: ITEM, pointer: "/title", value: "1", revision: 0 };
    await saveField(db, id, field, publishing.published().items, AUTHOR);
    await publishDraft(db, publishing, { id, note: "" }, AUTHOR);
    await expect.poll(() => other.head().number).toBe(1);
    expect(siteContent.values().copy.en.home).toMatchObject({ title: "1" });
    expect(deaf.head().number).toBe(0);
    vi.advanceTimersByTime(15_000);
    await expect.poll(() => deaf.head().number).toBe(1);
  } finally {
    await other.stop();
    await deaf.stop();
    vi.useRealTimers();
  }
});

it("adds, renames, hides and removes pages and redirects through drafts, and reverts each", async () => {
  const { db } = stores.records;
  const contentDir = temporaryDir();
  mkdirSync(join(contentDir, "pages/en"), { recursive: true });
  writeFileSync(join(contentDir, "pages/en/a.md"), "---\ntitle: A\ndescription: About it.\n---\nText\n");
  const content = await startContent({ contentDir, log: silent, takenPaths: new Set(["/"]), remote: null });
  publishing = await startPublishing({
    ...stores,
    siteContent: minimalSite.siteContent,
    bundle: minimalSite.bundle,
    content,
    log: silent,
  });
  const save = (id: number, item: string, at: string, next: Json) =>
    saveField(db, id, { item, pointer: at, value: next, revision: 0 }, publishing.published().items, AUTHOR);
  const publish = async (...changes: [item: string, pointer: string, value: Json][]) => {
    const id = await createDraft(db, "Draft", AUTHOR);
    for (const change of changes) await save(id, ...change);
    return publishDraft(db, publishing, { id, note: "" }, AUTHOR);
  };
  const paths = () => content.list().map(({ path }) => path);
  const page = { title: "B", description: "About it.", markdown: "Text" };
  const moved: Json = { from: "/b", to: "/c", match: "exact", status: 301 };
  try {
    await publish(["page:en:b", "", page], ["page:en:b", "/title", "Bee"]);
    expect([paths(), content.find("/b")?.title]).toEqual([["/a", "/b"], "Bee"]);
    await publish(["page:en:b", "/path", "/c"], ["redirects", "/b", moved]);
    expect([paths(), content.findRedirect("/b", "")?.location]).toEqual([["/a", "/c"], "/c"]);
    await publish(["page:en:b", "/hidden", true], ["page:en:a", "", null]);
    expect(paths()).toEqual([]);
    expect((await findRevision(db, 3))?.changed).toEqual({ "page:en:a": [""], "page:en:b": ["/hidden"] });

    const takeBack = (item: string, at: string, revision: number) =>
      restore(
        db,
        publishing,
        { revision, head: publishing.head().number, field: { item, pointer: at } },
        AUTHOR,
      );
    await takeBack("page:en:a", "", 2);
    await takeBack("page:en:b", "/hidden", 2);
    expect(paths()).toEqual(["/a", "/c"]);
    await takeBack("redirects", "/b", 1);
    expect(content.findRedirect("/b", "")).toBeNull();
    // The page is removed with its later changes, and restored with them.
    await takeBack("page:en:b", "", 0);
    expect(paths()).toEqual(["/a"]);
    await takeBack("page:en:b", "", 3);
    expect(content.build(publishing.head().overlay).catalog.byPath.get("/c")?.page).toMatchObject({
      title: "Bee",
      hidden: true,
    });
    await restore(db, publishing, { revision: 0, head: publishing.head().number }, AUTHOR);
    expect(publishing.head().overlay.size).toBe(0);
  } finally {
    content.stop();
  }
});

it("keeps the changes of a draft consistent, and redirects of two drafts separate", async () => {
  const { db } = stores.records;
  const content = await startContent({
    contentDir: temporaryDir(),
    log: silent,
    takenPaths: new Set(["/"]),
    remote: null,
  });
  publishing = await startPublishing({
    ...stores,
    siteContent: minimalSite.siteContent,
    bundle: minimalSite.bundle,
    content,
    log: silent,
  });
  const published = () => publishing.published().items;
  const [one, two] = [await createDraft(db, "One", AUTHOR), await createDraft(db, "Two", AUTHOR)];
  const save = (id: number, item: string, at: string, next: Json, revision = 0) =>
    saveField(db, id, { item, pointer: at, value: next, revision }, published(), AUTHOR);
  const fieldsOf = async (id: number) =>
    checkDraft(await readDraft(db, id), publishing.head().overlay, publishing);
  const page = { title: "B", description: "About it.", markdown: "Text" };
  const to = (from: string, target: string): Json => ({ from, to: target, match: "exact", status: 301 });
  try {
    await expect(save(one, "page:en:b", "/title", "x")).rejects.toThrow("This field no longer exists.");
    await save(one, "page:en:b", "", page);
    await save(one, "page:en:b", "/title", "Bee");
    await save(one, "page:en:b", "/path", "/x y");
    expect((await fieldsOf(one)).map(({ pointer: at, problem }) => [at, problem !== undefined])).toEqual([
      ["", false],
      ["/path", true],
      ["/title", false],
    ]);
    await settleField(
      db,
      one,
      { item: "page:en:b", pointer: "/path", step: "remove" },
      published(),
      AUTHOR.now,
    );
    await save(one, "redirects", "/one", to("/one", "/b"));
    await save(two, "redirects", "/two", to("/two", "/one"));
    await publishDraft(db, publishing, { id: two, note: "" }, AUTHOR);
    // If the added page is removed from the draft, so are its fields.
    await settleField(db, one, { item: "page:en:b", pointer: "", step: "remove" }, published(), AUTHOR.now);
    expect((await fieldsOf(one)).map(({ item }) => item)).toEqual(["redirects"]);
    await publishDraft(db, publishing, { id: one, note: "" }, AUTHOR);
    expect(content.findRedirect("/one", "")?.location).toBe("/b");

    const three = await createDraft(db, "Three", AUTHOR);
    await save(three, "page:en:one", "", page);
    const [lost] = await fieldsOf(three);
    expect(lost?.problem).toContain("Redirects, Redirect would no longer work: /one is a page.");
    await save(three, "redirects", "/one", null);
    expect((await fieldsOf(three)).flatMap(({ problem }) => problem ?? [])).toEqual([]);
    await save(three, "redirects", "/three", to("/three", "/two"));
    await save(three, "redirects", "/four", to("/one/x", "/three"));
    await publishDraft(db, publishing, { id: three, note: "" }, AUTHOR);
    const four = await createDraft(db, "Four", AUTHOR);
    await save(four, "page:en:one", "/title", "Changed");
    await save(four, "page:en:one", "", null);
    expect((await fieldsOf(four)).map(({ pointer: at }) => at)).toEqual([""]);
    await expect(save(four, "page:en:one", "/title", "x", 1)).rejects.toThrow("This draft deletes the page.");
    await publishDraft(db, publishing, { id: four, note: "" }, AUTHOR);
    expect(content.list()).toEqual([]);
    expect(publishing.head().overlay.has("page:en:one")).toBe(false);
  } finally {
    content.stop();
  }
});

it("does not link to a page that a file hides, even on the first request", async () => {
  const { db } = stores.records;
  const contentDir = temporaryDir();
  mkdirSync(join(contentDir, "pages/en"), { recursive: true });
  const write = (name: string, more: string) =>
    writeFileSync(
      join(contentDir, `pages/en/${name}.md`),
      `---\ntitle: A\ndescription: About it.\n${more}---\nText\n`,
    );
  write("guide", "hidden: true\n");
  write("security", "");
  const content = await startContent({ contentDir, log: silent, takenPaths: new Set(), remote: null });
  const shell = { footer: { guide: "Guide", security: "Security", accessibility: "Accessibility" } };
  const files = contentOf({ title: "", rows: [] });
  const site = { ...files, copy: { ...files.copy, en: { shell } } };
  const siteContent = publishOver({ values: () => site, onChange() {}, stop() {} });
  publishing = await startPublishing({
    ...stores,
    siteContent,
    content,
    bundle: minimalSite.bundle,
    log: silent,
  });
  const labels = () => Object.values((siteContent.values().copy.en.shell as typeof shell).footer).join();
  try {
    expect(labels()).toBe(",Security,");
    write("accessibility", "");
    await vi.waitFor(() => expect(labels()).toBe(",Security,Accessibility"), 10_000);
    const id = await createDraft(db, "Draft", AUTHOR);
    const change = { item: "page:en:guide", pointer: "/hidden", value: false, revision: 0 };
    await saveField(db, id, change, publishing.published().items, AUTHOR);
    await publishDraft(db, publishing, { id, note: "" }, AUTHOR);
    expect(labels()).toBe("Guide,Security,Accessibility");
  } finally {
    content.stop();
  }
});
