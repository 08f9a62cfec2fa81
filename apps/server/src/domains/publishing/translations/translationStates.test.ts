import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Json, ONE_SECOND } from "@marquee/contract";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../../scripts/test/soak.mjs";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { minimalSite } from "../../../testing/minimalSite.ts";
import { silent, type TestStores } from "../../../testing/startTestStores.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import { type Content, startContent } from "../../content/startContent.ts";
import { saveField } from "../draftFields.ts";
import { createDraft } from "../draftStore.ts";
import { publishDraft, restore } from "../publish.ts";
import { type Publishing, startPublishing } from "../startPublishing.ts";
import { contentDraftFields, contentDrafts, contentRevisions, translationMarks } from "../tables.ts";
import { textsOf } from "./translatedTexts.ts";
import { createTranslationStates, markTranslation, type ReadStates } from "./translationStates.ts";

const ITEMS = { english: "page:en:a", german: "page:de:a" } as const;
const TITLE = "/title";
const FILES = { english: "English 0", german: "German 0" };
type Language = keyof typeof ITEMS;

let stores: TestStores;
let content: Content;
let publishing: Publishing;
let readStates: ReadStates;
let now: number;

beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(() => stores.stop());
beforeEach(start);
afterEach(stop);

async function start() {
  const contentDir = temporaryDir();
  for (const [language, locale] of [
    ["english", "en"],
    ["german", "de"],
  ] as const) {
    mkdirSync(join(contentDir, "pages", locale), { recursive: true });
    writeFileSync(
      join(contentDir, "pages", locale, "a.md"),
      `---\ntitle: ${FILES[language]}\ndescription: ${language}\n---\n${language}\n`,
    );
  }
  content = await startContent({ contentDir, log: silent, takenPaths: new Set(["/"]), remote: null });
  const { siteContent, bundle } = minimalSite;
  publishing = await startPublishing({ ...stores, siteContent, bundle, content, log: silent });
  readStates = createTranslationStates(stores.records.db);
  now = Date.UTC(2026, 5, 1);
}

async function stop() {
  await publishing.stop();
  content.stop();
  const { db } = stores.records;
  for (const table of [contentDraftFields, contentDrafts, contentRevisions, translationMarks])
    await db.delete(table);
}

const author = () => {
  now += ONE_SECOND;
  return { actor: "ann@trellis.example", now };
};
/** Publishes changes of titles, or of pages as a whole. */
const publish = async (...changes: [item: string, value: Json, pointer?: string][]) => {
  const { db } = stores.records;
  const id = await createDraft(db, "Draft", author());
  for (const [item, value, pointer = TITLE] of changes)
    await saveField(db, id, { item, pointer, value, revision: 0 }, publishing.published().items, author());
  return publishDraft(db, publishing, { id, note: "" }, author());
};
const restoreTo = (revision: number, item?: string, pointer = TITLE) => {
  const field = item === undefined ? {} : { field: { item, pointer } };
  return restore(
    stores.records.db,
    publishing,
    { revision, head: publishing.head().number, ...field },
    author(),
  );
};
const germanTitle = () =>
  textsOf(publishing.published().items, ITEMS.german).find(({ pointer }) => pointer === TITLE);
const mark = async () => {
  const { item = "", source = "", text = "" } = germanTitle() ?? {};
  const right = { item, pointer: TITLE, source, text: text ?? "", isRight: true };
  await markTranslation(stores.records.db, right, author());
};
const read = async () => {
  const text = germanTitle();
  const [stated] = await readStates(text ? [text] : [], null, { withPrevious: true });
  return { state: stated?.state, previous: stated?.previous };
};
const OUTDATED = (previous: string) => ({ state: "outdated", previous });
const TRANSLATED = { state: "translated", previous: undefined };

it("calls a restored translation outdated if it was written for another English text", async () => {
  await publish([ITEMS.english, "English 1"], [ITEMS.german, "German 1"]);
  await publish([ITEMS.english, "English 2"], [ITEMS.german, "German 2"]);
  await restoreTo(1, ITEMS.german);
  expect(await read()).toEqual(OUTDATED("English 1"));
  await restoreTo(0, ITEMS.german);
  expect(await read()).toEqual(OUTDATED("English 0"));
  await restoreTo(2, ITEMS.german);
  expect(await read()).toEqual(TRANSLATED);
});

it("calls a translation outdated if a restoration returns a different English text, and up to date if it returns its own", async () => {
  await publish([ITEMS.english, "English 1"]);
  await publish([ITEMS.german, "German 1"]);
  await restoreTo(0, ITEMS.english);
  expect(await read()).toEqual(OUTDATED("English 1"));
  await restoreTo(1, ITEMS.english);
  expect(await read()).toEqual(TRANSLATED);
});

it("handles translations written for a restored text", async () => {
  await publish([ITEMS.english, "English 1"]);
  await restoreTo(0, ITEMS.english);
  await publish([ITEMS.german, "German 1"]);
  await restoreTo(1, ITEMS.english);
  expect(await read()).toEqual(OUTDATED("English 0"));
  await restoreTo(0, ITEMS.english);
  expect(await read()).toEqual(TRANSLATED);
});

it("restores the outdated state together with all content", async () => {
  await publish([ITEMS.english, "English 1"]);
  await publish([ITEMS.german, "German 1"]);
  await restoreTo(1);
  expect(await read()).toEqual(OUTDATED("English 0"));
  await restoreTo(2);
  expect(await read()).toEqual(TRANSLATED);
  await restoreTo(0);
  expect(await read()).toEqual(TRANSLATED);
});

it("keeps the state of translations of removed and restored pages", async () => {
  await publish([ITEMS.english, "English 1"], [ITEMS.german, "German 1"]);
  await publish([ITEMS.english, null, ""]);
  await restoreTo(1, ITEMS.english, "");
  expect(await read()).toEqual(TRANSLATED);
  await publish([ITEMS.german, null, ""]);
  await publish([ITEMS.english, "English 2"]);
  await restoreTo(1, ITEMS.german, "");
  expect(await read()).toEqual(OUTDATED("English 1"));
});

it("lets a translation that is published again for a new English text replace an older mark", async () => {
  await mark();
  await publish([ITEMS.german, "German 1"]);
  await publish([ITEMS.english, "English 1"]);
  await publish([ITEMS.german, "German 0"]);
  expect(await read()).toEqual(TRANSLATED);
});

const number = fc.nat({ max: 2 });
const language = fc.constantFrom<Language>("english", "german");
const step = fc.oneof(
  {
    arbitrary: fc.record({
      do: fc.constant("publish" as const),
      texts: fc.dictionary(language, number, { minKeys: 1 }),
    }),
    weight: 6,
  },
  { arbitrary: fc.record({ do: fc.constant("restore" as const), revision: fc.nat({ max: 8 }) }), weight: 3 },
  {
    arbitrary: fc.record({
      do: fc.constant("restore field" as const),
      revision: fc.nat({ max: 8 }),
      language,
    }),
    weight: 3,
  },
  fc.record({ do: fc.constant("mark" as const) }),
);

/** A reference implementation from a list of everything written, without revisions and hashes. */
function createReference() {
  type Pair = Record<Language, string>;
  const revisions: Pair[] = [FILES];
  const written: (Pair & { isMark?: boolean })[] = [FILES];
  const current = () => revisions.at(-1) ?? FILES;
  const add = (next: Pair): boolean => {
    const isNew = next.english !== current().english || next.german !== current().german;
    if (isNew) revisions.push(next);
    return isNew;
  };
  return {
    current,
    publish(texts: Partial<Pair>) {
      const before = current();
      add({ ...before, ...texts });
      if (before.german !== current().german) written.push(current());
    },
    restore(revision: number, only?: Language): boolean {
      const then = revisions[revision];
      if (!then) return false;
      return add(only ? { ...current(), [only]: then[only] } : then);
    },
    mark() {
      // There is one mark per text.
      const earlier = written.findIndex(({ isMark }) => isMark);
      if (earlier >= 0) written.splice(earlier, 1);
      written.push({ ...current(), isMark: true });
    },
    isOutdated: () =>
      written.findLast(({ german }) => german === current().german)?.english !== current().english,
  };
}

it("agrees with a plain reference after any publications, restorations and marks", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16, size: "max" }), async (steps) => {
      await stop();
      await start();
      const reference = createReference();
      for (const each of steps) {
        if (each.do === "publish") {
          const texts = Object.entries(each.texts).map(
            ([of, text]) => [of as Language, `${of === "english" ? "English" : "German"} ${text}`] as const,
          );
          const changed = texts.filter(([of, text]) => reference.current()[of] !== text);
          if (changed.length === 0) continue;
          await publish(...changed.map(([of, text]): [string, string] => [ITEMS[of], text]));
          reference.publish(Object.fromEntries(changed));
        } else if (each.do === "mark") {
          await mark();
          reference.mark();
        } else {
          const only = each.do === "restore field" ? each.language : undefined;
          const isRestored = await restoreTo(each.revision, only && ITEMS[only]).then(
            () => true,
            (error: unknown) => {
              if (!(error instanceof ApiError)) throw error;
              return false;
            },
          );
          expect(isRestored).toBe(reference.restore(each.revision, only));
        }
        expect(germanTitle()).toMatchObject({
          source: reference.current().english,
          text: reference.current().german,
        });
        expect((await read()).state).toBe(reference.isOutdated() ? "outdated" : "translated");
      }
    }),
    { numRuns: IS_SOAK ? 300 : 8 },
  );
});
