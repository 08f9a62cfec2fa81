import { isDeepStrictEqual } from "node:util";
import { type FlagDefinition, SITE_BANNER_FLAG, type Timestamp } from "@marquee/contract";
import { sql } from "drizzle-orm";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { Author } from "../../platform/versioned/versionedRecord.types.ts";
import { mergeOverlay } from "../content/overlay.ts";
import { bannerChanges } from "../publishing/bannerChanges.ts";
import {
  changedFields,
  lockPublishing,
  type PublishingTransaction,
  readHead,
  writeRevision,
} from "../publishing/revisionStore.ts";
import type { Publishing } from "../publishing/startPublishing.ts";
import { EARLIER_RULE, NO_BANNER_VALUE } from "./bannerFlag.ts";
import { applyBannerDefaults } from "./bannerPages.ts";
import { flagStore } from "./flagStore.ts";
import { flags } from "./tables.ts";

type BannerPublishing = Pick<Publishing, "files" | "build" | "included">;

interface MoveOptions {
  db: RecordsDatabase;
  publishing: BannerPublishing;
  now: () => Timestamp;
}

const NOTE = "The banner, as it was saved in its flag by an earlier release";

/**
 * Publishes the banner that an earlier release saved in the flag `global-site-banner`, and removes it there. Only one instance does
 * this, once.
 * @returns whether this one did.
 */
export async function moveBanner({ db, publishing, now }: MoveOptions): Promise<boolean> {
  if (!hasBanner((await flagStore.findRow(db, SITE_BANNER_FLAG))?.definition)) return false;
  return db.transaction(async (tx) => {
    await lockPublishing(tx);
    // Locks the flag against saves. Another instance may already have moved it.
    await tx.execute(sql`SELECT FROM ${flags} WHERE ${flags.key} = ${SITE_BANNER_FLAG} FOR UPDATE`);
    const flag = await flagStore.findRow(tx, SITE_BANNER_FLAG);
    if (!flag || !hasBanner(flag.definition)) return false;
    const { definition, revision, updatedBy: actor } = flag;
    const at = now();
    await publishBanner(tx, publishing, earlierBanner(definition), { actor, now: at });
    const edit = { key: SITE_BANNER_FLAG, revision, definition: withoutEarlierBanner(definition) };
    await flagStore.write(tx, edit, { actor, now: at, builtIn: null }, "moved");
    return true;
  });
}

/** Publishes without the checks of drafts, so that a start never fails: an unusable value is ignored and listed under Pages. */
async function publishBanner(
  tx: PublishingTransaction,
  publishing: BannerPublishing,
  banner: ReturnType<typeof earlierBanner>,
  { actor, now }: Author,
): Promise<void> {
  const head = await readHead(tx, publishing.included());
  const files = publishing.files();
  const changes = bannerChanges(banner, publishing.build(head.overlay).items);
  const changed = changedFields(head.overlay, mergeOverlay(head.overlay, changes, files));
  if (Object.keys(changed).length === 0) return;
  const stored = mergeOverlay(head.stored, changes, files);
  await writeRevision(tx, head, { stored, changed, author: actor, at: now, note: NOTE, restored: null });
}

function hasBanner(definition: FlagDefinition | undefined): boolean {
  if (!definition) return false;
  const { defaultValue, rules } = definition;
  return (
    rules.some(({ id }) => id === EARLIER_RULE) ||
    !isDeepStrictEqual(applyBannerDefaults(defaultValue), NO_BANNER_VALUE)
  );
}

/**
 * A scheduled or hidden banner was a rule, any other the default value. A banner without paths was not shown.
 */
function earlierBanner({ defaultValue, rules }: FlagDefinition) {
  const rule = rules.find(({ id }) => id === EARLIER_RULE);
  const config = applyBannerDefaults(rule ? rule.value : defaultValue);
  return {
    config,
    isShown: rule ? rule.isOn : config.paths.length > 0,
    from: timeOf(rule?.from ?? null),
    until: timeOf(rule?.to ?? null),
  };
}

/** Later times have more than four digits in their year. */
const LAST = Date.UTC(9999, 11, 31);

function timeOf(at: Timestamp | null): string | null {
  return at === null || at > LAST ? null : new Date(Math.max(at, 0)).toISOString();
}

function withoutEarlierBanner(definition: FlagDefinition): FlagDefinition {
  const rules = definition.rules.filter(({ id }) => id !== EARLIER_RULE);
  return { ...definition, rules, defaultValue: NO_BANNER_VALUE };
}
