import {
  type ContentPatch,
  contentFlag,
  type Environment,
  type FlagDefinition,
  type Json,
  type PageText,
  SITE_BANNER_FLAG,
  type Timestamp,
} from "@marquee/contract";
import { applyPatchValue } from "../flags/applyPatch.ts";
import { applyBannerDefaults } from "../flags/bannerPages.ts";
import { shadowingRules } from "../flags/buildPayload.ts";
import { newFlag } from "../flags/builtInFlags.ts";
import { checkValue } from "../flags/checkFlag.ts";
import { findFlag, writeFlag } from "../flags/flagStore.ts";
import type { Flags } from "../flags/startFlags.ts";
import { CONTENT_PREFIX } from "../flags/valueProblem.ts";
import type { Author } from "../publishing/draftStore.ts";
import { type BannerPublishing, publishBanner } from "../publishing/publishBanner.ts";
import { lockPublishing } from "../publishing/revisionStore.ts";
import type { Publishing } from "../publishing/startPublishing.ts";
import type { Transaction } from "./changeExperiment.ts";
import { refuse } from "./checks/refuse.ts";
import type { ExperimentDependencies } from "./experimentStore.ts";

interface PartsOptions {
  flags: Flags;
  /** Publishes a shipped banner. */
  publishing: BannerPublishing & Pick<Publishing, "refresh">;
  readPageText: NonNullable<ExperimentDependencies["readPageText"]>;
  isPage?: ExperimentDependencies["isPage"];
  environment: Environment;
  now: () => Timestamp;
}

/** Connects experiments to flags and pages: finds and changes flags, reads page text, and notifies every instance of a change. */
export function createExperimentDependencies({
  flags,
  publishing,
  readPageText,
  isPage,
  environment,
  now,
}: PartsOptions): ExperimentDependencies {
  const known = (key: string) => flags.definitions().find((flag) => flag.key === key) ?? null;
  return {
    async readPageText(page) {
      const text = await readPageText(page);
      const flag = known(contentFlag(page));
      const shipped = flag && !flag.isArchived ? flag.defaultValue : {};
      return text && withShipped(text, shipped as ContentPatch);
    },
    ...(isPage && { isPage }),
    findFlag: known,
    environment,
    async onChange() {
      await publishing.refresh();
      await flags.announce();
    },
    async setDefault(tx: Transaction, key, value, actor) {
      const stored = await findFlag(tx, key);
      const before = stored?.definition ?? known(key) ?? newFlag(key, value);
      const isContent = key.startsWith(CONTENT_PREFIX);
      const defaultValue = isContent ? applyPatchValue(before.defaultValue, value) : value;
      const definition = { ...before, defaultValue };
      checkShipping(definition, environment, now());
      if (key === SITE_BANNER_FLAG) return shipBanner(tx, publishing, value, { actor, now: now() });
      const revision = stored?.revision ?? 0;
      // A flag created by this experiment had no value before. Reverting the change restores that empty value.
      const builtIn = flags.builtIn(key) ?? known(key) ?? newFlag(key, isContent ? {} : "");
      await writeFlag(tx, { definition, revision, actor, now: now(), action: "shipped", builtIn });
    },
  };
}

/** The default value of the banner's flag is what is published, so its variation is published too. */
async function shipBanner(
  tx: Transaction,
  publishing: BannerPublishing,
  value: Json,
  author: Author,
): Promise<void> {
  const config = applyBannerDefaults(value);
  const times = { from: null, until: null };
  await lockPublishing(tx);
  const isShown = config.paths.length > 0;
  await publishBanner(
    tx,
    publishing,
    { config, isShown, ...times, note: "Shipped by an experiment" },
    author,
  );
}

/** @throws {ApiError} bad_request if the flag is archived, its value is invalid, or an earlier rule applies to everyone. */
function checkShipping(flag: FlagDefinition, environment: Environment, now: Timestamp): void {
  const { key, defaultValue, isArchived } = flag;
  if (isArchived) refuse([`${key} is archived. Restore it before you ship.`]);
  checkValue(flag, defaultValue, "The variation");
  const [covering] = shadowingRules(flag, environment, now);
  if (covering)
    refuse([
      `A rule of ${key} (${covering.description || covering.id}) applies to everyone, so no one would get the variation you ship. Turn off that rule first.`,
    ]);
}

/** The page's current text and section order, including patches that earlier experiments shipped. */
function withShipped(text: PageText, { copy = {}, order = [] }: ContentPatch): PageText {
  if (Object.keys(copy).length === 0 && order.length === 0) return text;
  const placeOf = (section: string) => (order.includes(section) ? order.indexOf(section) : order.length);
  const shown = Object.entries(text.copy).map(([locale, texts]) => [locale, { ...texts, ...copy[locale] }]);
  return {
    ...text,
    copy: Object.fromEntries(shown),
    sections: [...text.sections].sort((one, other) => placeOf(one) - placeOf(other)),
    unshipped: { copy: text.copy, sections: text.sections },
  };
}
