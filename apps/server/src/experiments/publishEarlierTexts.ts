import type { ContentPatch, Timestamp } from "@marquee/contract";
import { and, like, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { fieldTitle, itemName } from "../content/fieldNames.ts";
import { type StoredFlag, writeFlag } from "../flags/flagStore.ts";
import { CONTENT_PREFIX } from "../flags/valueProblem.ts";
import { publishedValue } from "../publishing/draftStore.ts";
import { checkDraft, publishChanges } from "../publishing/publish.ts";
import { lockPublishing, readHead } from "../publishing/revisionStore.ts";
import type { Publishing } from "../publishing/startPublishing.ts";
import type { RecordsDatabase, Transaction } from "../storage/records/records.ts";
import { flags } from "../storage/records/schema.ts";
import { contentChanges } from "./contentChanges.ts";

const NOTE = "Texts that experiments shipped before they were published";

interface Parts {
  db: RecordsDatabase;
  publishing: Publishing;
  now: () => Timestamp;
  log: Logger;
}

/**
 * Publishes the texts that experiments shipped into the default values of flags, as releases until 2026 did, and empties these. It does nothing where
 * there are none, so it can run at every start of every instance.
 * @returns whether there were any.
 */
export async function publishEarlierTexts({ db, publishing, now, log }: Parts): Promise<boolean> {
  if ((await readWaiting(db)).length === 0) return false;
  const isDone = await db.transaction(async (tx) => {
    await lockPublishing(tx);
    const waiting = await readWaiting(tx);
    const [latest] = waiting.toSorted((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime());
    if (!latest) return false;
    const author = { actor: latest.updatedBy, now: now() };
    await publishChanges(
      tx,
      publishing,
      { name: NOTE, fields: await fitting(tx, waiting, publishing, log) },
      author,
    );
    for (const { definition, revision } of waiting)
      await writeFlag(tx, {
        ...{ definition: { ...definition, defaultValue: {} }, revision, ...author },
        ...{ action: "published", builtIn: null },
      });
    return true;
  });
  await publishing.refresh();
  return isDone;
}

/** Flags whose default value changes a page. That of an archived flag changes nothing. */
function readWaiting(db: Pick<RecordsDatabase, "select">): Promise<StoredFlag[]> {
  const isOfPage = like(flags.key, `${CONTENT_PREFIX}%`);
  const isInUse = sql`${flags.definition} ->> 'isArchived' <> 'true' and ${flags.definition} -> 'defaultValue' <> '{}'::jsonb`;
  return db.select().from(flags).where(and(isOfPage, isInUse)).orderBy(flags.key);
}

/** The changes of all flags that can be published. What can't be has no place on its page any more, or breaks a rule that it did not know. */
async function fitting(tx: Transaction, waiting: readonly StoredFlag[], publishing: Publishing, log: Logger) {
  const { overlay } = await readHead(tx, publishing.included());
  const { items } = publishing.build(overlay);
  const changes = waiting.flatMap(({ key, definition }) =>
    contentChanges(key.slice(CONTENT_PREFIX.length), definition.defaultValue as ContentPatch, items),
  );
  const fields = changes.flatMap((change) => {
    const { item, pointer } = change;
    const from = publishedValue(items, item, pointer);
    const label = fieldTitle(item, pointer);
    return from === undefined ? [] : [{ ...change, from, label, revision: 0, author: "", at: 0 }];
  });
  return checkDraft({ fields }, overlay, publishing).filter(({ item, label, value, problem }) => {
    if (problem === undefined) return true;
    log.warn(
      `${itemName(item)}, ${label}: ${JSON.stringify(value)}, which an experiment shipped, can't be published. ${problem}`,
    );
    return false;
  });
}
