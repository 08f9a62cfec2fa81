import type {
  ContentChanges,
  ExperimentDefinition,
  FlagDefinition,
  Json,
  Timestamp,
} from "@marquee/contract";
import type { DraftField } from "@marquee/contract/schema";
import { and, eq, like, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { RecordsDatabase, Transaction } from "../../platform/storage/records/records.ts";
import { itemName } from "../content/fieldNames.ts";
import type { Overlay } from "../content/overlay.ts";
import { flagStore, type StoredFlag } from "../flags/flagStore.ts";
import { flags } from "../flags/tables.ts";
import { CONTENT_PREFIX, isContentChanges } from "../flags/valueProblem.ts";
import { publishedValue } from "../publishing/draftFields.ts";
import { checkDraft, publishChanges } from "../publishing/publish.ts";
import { lockPublishing, readHead } from "../publishing/revisionStore.ts";
import type { Publishing } from "../publishing/startPublishing.ts";
import { convertPatch, isPatch } from "./convertPatch.ts";
import { fieldsOf } from "./shipTexts.ts";
import { experimentPhases, experiments } from "./tables.ts";

const NOTE = "Texts that experiments shipped before they were published";

interface Parts {
  db: RecordsDatabase;
  publishing: Publishing;
  now: () => Timestamp;
  log: Logger;
}

/** The content published before the upgrade. */
interface Before {
  overlay: Overlay;
  /** Values of all items by key. */
  items: ReadonlyMap<string, Json>;
}

/**
 * Converts data stored by releases before the content model. Variations and rules get content addresses, so running experiments continue unchanged.
 * Texts that experiments shipped into default values of flags are published, and those values emptied. It is idempotent, so it can run at every
 * start of every instance.
 * @returns whether there was anything to convert.
 */
export async function upgradeTexts({ db, publishing, now, log }: Parts): Promise<boolean> {
  if (!isLeft(await readOld(db))) return false;
  const isDone = await db.transaction(async (tx) => {
    // Lock in the same order as shipping.
    await tx.execute(sql`lock table ${experiments} in share row exclusive mode`);
    await lockPublishing(tx);
    const old = await readOld(tx);
    if (!isLeft(old)) return false;
    const { overlay } = await readHead(tx, publishing.included());
    const before = { overlay, items: publishing.build(overlay).items };
    await convertExperiments(tx, old, before);
    const [latest] = old.flags.toSorted((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime());
    if (!latest) return true;
    const author = { actor: latest.updatedBy, now: now() };
    const fields = old.flags
      .filter(({ definition }) => isInUse(definition))
      .flatMap(({ key, definition }) => fieldsOf(changesOf(pageOf(key), definition.defaultValue, before)));
    const fitting = onlyFitting(fields, before, { publishing, log });
    await publishChanges(tx, publishing, { name: NOTE, fields: fitting }, author);
    for (const flag of old.flags) await convertFlag(tx, flag, before, author.now);
    return true;
  });
  await publishing.refresh();
  return isDone;
}

type Old = Awaited<ReturnType<typeof readOld>>;

/** Rows in the old format. */
async function readOld(db: Pick<RecordsDatabase, "select">) {
  const isOfPage = like(flags.key, `${CONTENT_PREFIX}%`);
  const stored = await db.select().from(flags).where(isOfPage).orderBy(flags.key);
  const rows = await db.select().from(experiments).where(isContent(experiments));
  const phases = await db.select().from(experimentPhases).where(isContent(experimentPhases));
  const hasPatch = ({ definition }: { definition: ExperimentDefinition }) =>
    definition.variations.some(({ value }) => isPatch(value));
  return {
    flags: stored.filter(
      ({ definition }) => isInUse(definition) || definition.rules.some(({ value }) => isPatch(value)),
    ),
    experiments: rows.filter(hasPatch),
    phases: phases.filter(hasPatch),
  };
}

function isContent({ definition }: typeof experiments | typeof experimentPhases) {
  return sql`${definition} ->> 'kind' = 'content'`;
}

function isLeft(old: Old): boolean {
  return Object.values(old).some((rows) => rows.length > 0);
}

/** Whether a flag's default value changes its page. An archived flag has no effect. */
function isInUse({ defaultValue, isArchived }: FlagDefinition): boolean {
  return !isArchived && (isPatch(defaultValue) || Object.keys(changesIn(defaultValue)).length > 0);
}

function changesIn(value: Json): ContentChanges {
  return isContentChanges(value) ? value : {};
}

function pageOf(flag: string): string {
  return flag.slice(CONTENT_PREFIX.length);
}

function changesOf(page: string, value: Json, { items }: Before): ContentChanges {
  return isPatch(value) ? convertPatch(page, value, items) : changesIn(value);
}

async function convertExperiments(tx: Transaction, old: Old, before: Before): Promise<void> {
  const convert = (definition: ExperimentDefinition): ExperimentDefinition => ({
    ...definition,
    variations: definition.variations.map((variation) => ({
      ...variation,
      value: changesOf(definition.page, variation.value, before),
    })),
  });
  for (const { key, definition } of old.experiments)
    await tx
      .update(experiments)
      .set({ definition: convert(definition) })
      .where(eq(experiments.key, key));
  for (const { experiment, phase, definition } of old.phases)
    await tx
      .update(experimentPhases)
      .set({ definition: convert(definition) })
      .where(and(eq(experimentPhases.experiment, experiment), eq(experimentPhases.phase, phase)));
}

/** Empties the default value, which is published, and converts the values of rules to content addresses. */
async function convertFlag(tx: Transaction, flag: StoredFlag, before: Before, now: Timestamp): Promise<void> {
  const { key, definition, revision, updatedBy: actor } = flag;
  const isShipped = isInUse(definition);
  const rules = definition.rules.map((rule) => ({
    ...rule,
    value: isPatch(rule.value) ? convertPatch(pageOf(key), rule.value, before.items) : rule.value,
  }));
  const converted = { ...definition, rules, ...(isShipped && { defaultValue: {} }) };
  const author = { actor, now, builtIn: null };
  await flagStore.write(
    tx,
    { key, revision, definition: converted },
    author,
    isShipped ? "published" : "changed",
  );
}

/** The fields that can be published. Others violate a rule that experiments did not have. */
function onlyFitting(
  fields: readonly DraftField[],
  { overlay, items }: Before,
  { publishing, log }: Pick<Parts, "publishing" | "log">,
): DraftField[] {
  const draftFields = fields.flatMap((field) => {
    const from = publishedValue(items, field.item, field.pointer);
    return from === undefined ? [] : [{ ...field, from }];
  });
  return checkDraft({ fields: draftFields }, overlay, publishing).filter(
    ({ item, label, value, problem }) => {
      if (problem === undefined) return true;
      log.warn(
        `${itemName(item)}, ${label}: ${JSON.stringify(value)}, which an experiment shipped, can't be published. ${problem}`,
      );
      return false;
    },
  );
}
