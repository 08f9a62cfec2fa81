import { type ContentChanges, type Json, parseItemKey, type Variation } from "@marquee/contract";
import type { DraftField, ShipDecision, ShippedField } from "@marquee/contract/schema";
import type { RecordsDatabase, Transaction } from "../../platform/storage/records/records.ts";
import type { Author } from "../../platform/versioned/versionedRecord.types.ts";
import { fieldTitle, itemName, itemTitle } from "../content/fieldNames.ts";
import { isSame } from "../content/overlay.ts";
import { applyBannerDefaults, isVisibleBanner } from "../flags/bannerPages.ts";
import { bannerChanges } from "../publishing/bannerChanges.ts";
import { publishedValue } from "../publishing/draftFields.ts";
import { type Checking, checkDraft, publishChanges } from "../publishing/publish.ts";
import {
  EMPTY_HEAD,
  findShippedRevisions,
  lockPublishing,
  readHead,
  readHeadNumber,
  readOverlay,
} from "../publishing/revisionStore.ts";
import type { Publishing } from "../publishing/startPublishing.ts";
import { readTakenBack } from "../publishing/takenBack.ts";
import type { ExperimentRow } from "./experimentRow.ts";

type Reader = Pick<RecordsDatabase, "select" | "execute">;
type Experiment = Pick<ExperimentRow, "definition" | "startedAt">;

interface ShippedTexts {
  experiment: Experiment;
  variation: Variation;
  decisions: readonly ShipDecision[];
}

/** Publishes the changes of a content experiment's variation, as one revision. Throws as `publishDraft` does. */
export type PublishTexts = (tx: Transaction, shipped: ShippedTexts, author: Author) => Promise<void>;

/** {@link PublishTexts} with the code that publishes drafts. */
export function createPublishTexts(publishing: Checking): PublishTexts {
  return async (tx, { experiment, variation, decisions }, author) => {
    await lockPublishing(tx);
    const { key, name } = experiment.definition;
    const fields = await changesSinceStart(tx, publishing, experiment, variation);
    await publishChanges(
      tx,
      publishing,
      {
        name: shippedName(variation, name),
        fields: fields.flatMap((field) => decided(field, decisions)),
        experiment: key,
      },
      author,
    );
  };
}

/** Name of the publication that ships a variation. @param experiment its name. */
export function shippedName(variation: Variation, experiment: string): string {
  return `Shipped ${variation.name} of ${experiment}`;
}

interface ShippedBanner {
  /** The value of the banner's flag. */
  value: Json;
  /** See {@link shippedName}. */
  name: string;
  /** Key of the experiment. */
  experiment: string;
}

/** Publishes a variation of the banner. It has one text for all languages. Throws as `publishDraft` does. */
export async function publishShippedBanner(
  tx: Transaction,
  publishing: Checking,
  { value, ...about }: ShippedBanner,
  author: Author,
): Promise<void> {
  await lockPublishing(tx);
  const config = applyBannerDefaults(value);
  const { overlay } = await readHead(tx, publishing.included());
  const { items } = publishing.build(overlay);
  const shippedBanner = { config, isShown: isVisibleBanner(config), from: null, until: null };
  const fields = bannerChanges(shippedBanner, items).map((change) => ({
    ...change,
    from: publishedValue(items, change.item, change.pointer) ?? null,
  }));
  await publishChanges(tx, publishing, { ...about, fields }, author);
}

/** Keeping the variation's text replaces only the text that the person has seen. */
function decided(field: DraftField, decisions: readonly ShipDecision[]): DraftField[] {
  const decision = decisions.find(({ item, pointer }) => item === field.item && pointer === field.pointer);
  if (!decision) return [field];
  return decision.keep === "published" ? [] : [{ ...field, from: decision.published }];
}

/** The fields that shipping a variation would publish now, with the problems of each. */
export async function readShippedFields(
  db: Reader,
  publishing: Checking,
  experiment: Experiment,
  variation: Variation,
): Promise<ShippedField[]> {
  const { overlay } = await readHead(db, publishing.included());
  const { items } = publishing.build(overlay);
  const fields = await changesSinceStart(db, publishing, experiment, variation);
  const open = fields.filter(
    ({ item, pointer, value }) => !isSame(publishedValue(items, item, pointer), value),
  );
  return checkDraft({ fields: open }, overlay, publishing).map((field) => {
    const { item, pointer, label, value, conflict, problem } = field;
    const address = parseItemKey(item);
    return {
      item,
      pointer,
      label,
      value,
      title: itemTitle(item),
      locale: address && "locale" in address ? address.locale : null,
      ...(conflict && { conflict }),
      ...(problem !== undefined && { problem }),
    };
  });
}

/**
 * The changes of a variation, relative to the texts published when the experiment started, was last shipped, or was reverted.
 */
async function changesSinceStart(
  db: Reader,
  publishing: Checking,
  { definition, startedAt }: Experiment,
  { value }: Variation,
): Promise<DraftField[]> {
  const { overlay } = await readHead(db, publishing.included());
  const { items } = publishing.build(overlay);
  const then = await itemsThen(db, publishing, { key: definition.key, startedAt });
  return fieldsOf(value as ContentChanges).map((field) => {
    const { item, pointer } = field;
    const from = publishedValue(then, item, pointer) ?? publishedValue(items, item, pointer);
    return { ...field, from: from ?? null };
  });
}

/** Changes as the fields of a draft. */
export function fieldsOf(changes: ContentChanges): DraftField[] {
  return Object.entries(changes).flatMap(([item, fields]) =>
    Object.entries(fields).map(([pointer, value]) => ({
      item,
      pointer,
      value,
      from: null,
      label: fieldTitle(item, pointer),
      revision: 0,
      author: "",
      at: 0,
    })),
  );
}

/** Problems with a variation's changes, as if they were a draft being published now. */
export function changeProblems(
  publishing: Checking & Pick<Publishing, "head">,
  changes: ContentChanges,
): string[] {
  return checkDraft({ fields: fieldsOf(changes) }, publishing.head().overlay, publishing).flatMap(
    ({ item, pointer, label, problem }) =>
      problem === undefined ? [] : [`${itemName(item)}, ${label} (${pointer}): ${problem}`],
  );
}

async function itemsThen(
  db: Reader,
  { build }: Pick<Checking, "build">,
  { key, startedAt }: { key: string; startedAt: Date | null },
): Promise<ReadonlyMap<string, Json>> {
  const started = startedAt ? await readHeadNumber(db, startedAt.getTime()) : 0;
  const shipped = (await findShippedRevisions(db, [key])).get(key)?.number ?? 0;
  // A person who ships a reverted change again has seen the texts that reverting restored.
  const takenBack = (await readTakenBack(db, shipped > 0 ? [shipped] : [])).get(shipped)?.revision ?? 0;
  const latest = Math.max(started, shipped, takenBack);
  return build((await readOverlay(db, latest)) ?? EMPTY_HEAD.overlay).items;
}
