import {
  BANNER_COPY,
  BANNER_ITEM,
  bannerOf,
  DEFAULT_LOCALE,
  itemKey,
  type Json,
  LOCALES,
  type SiteBannerConfig,
  valueAt,
} from "@marquee/contract";
import type { Banner } from "@marquee/contract/schema";
import { mergeOverlay } from "../content/overlay.ts";
import type { Author } from "./draftStore.ts";
import { changedFields, type PublishingTransaction, readHead, writeRevision } from "./revisionStore.ts";
import type { Publishing } from "./startPublishing.ts";

export type BannerPublishing = Pick<Publishing, "files" | "build" | "included">;

interface PublishedBanner extends Pick<Banner, "isShown" | "from" | "until"> {
  /** Has one text for all languages. */
  config: SiteBannerConfig;
  /** Of the revision. */
  note: string;
}

/**
 * Publishes a flag value as the banner, in a transaction that holds `lockPublishing`. Translations of texts that change are emptied, so that every language
 * has the new text. Does nothing if it is published already.
 */
export async function publishBanner(
  tx: PublishingTransaction,
  publishing: BannerPublishing,
  { config, note, ...times }: PublishedBanner,
  { actor, now }: Author,
): Promise<void> {
  const head = await readHead(tx, publishing.included());
  const files = publishing.files();
  const changes = changesTo({ config, ...times }, publishing.build(head.overlay).items);
  const changed = changedFields(head.overlay, mergeOverlay(head.overlay, changes, files));
  if (Object.keys(changed).length === 0) return;
  const stored = mergeOverlay(head.stored, changes, files);
  await writeRevision(tx, head, { stored, changed, author: actor, at: now, note, restored: null });
}

type Change = { item: string; pointer: string; value: Json };

function changesTo(
  { config, ...times }: Omit<PublishedBanner, "note">,
  items: ReadonlyMap<string, Json>,
): Change[] {
  const { banner, texts } = bannerOf(config);
  const copyOf = (locale: (typeof LOCALES)[number]) => itemKey({ kind: "copy", locale, id: BANNER_COPY });
  const before = (name: string) => valueAt(items.get(copyOf(DEFAULT_LOCALE)) ?? null, [name]);
  const settings = Object.entries({ ...banner, ...times }).map(
    ([name, value]): Change => ({ item: BANNER_ITEM, pointer: `/${name}`, value }),
  );
  const said = Object.entries(texts).flatMap(([name, value]) =>
    LOCALES.filter((locale) => locale === DEFAULT_LOCALE || value !== before(name)).map(
      (locale): Change => ({
        item: copyOf(locale),
        pointer: `/${name}`,
        value: locale === DEFAULT_LOCALE ? value : "",
      }),
    ),
  );
  return [...settings, ...said];
}
