import { type ContentPatch, contentFlag, type PageText, type Timestamp } from "@marquee/contract";
import { findFlag, writeFlag } from "../flags/flagStore.ts";
import { layValue } from "../flags/layPatch.ts";
import { newFlag } from "../flags/newFlag.ts";
import type { Flags } from "../flags/startFlags.ts";
import type { Transaction } from "./changeExperiment.ts";
import type { ExperimentParts } from "./experimentStore.ts";

interface PartsOptions {
  flags: Flags;
  readPageText: NonNullable<ExperimentParts["readPageText"]>;
  now: () => Timestamp;
}

/** What experiments need of flags and pages: the flags that they answer, and telling every instance of a change. */
export function createExperimentParts({ flags, readPageText, now }: PartsOptions): ExperimentParts {
  const known = (key: string) => flags.definitions().find((flag) => flag.key === key) ?? null;
  return {
    async readPageText(page) {
      const text = await readPageText(page);
      const shipped = known(contentFlag(page))?.defaultValue;
      return text && withShipped(text, (shipped ?? {}) as ContentPatch);
    },
    findFlag: known,
    onChange: flags.announce,
    async setDefault(tx: Transaction, key, value, actor) {
      const stored = await findFlag(tx, key);
      const before = stored?.definition ?? known(key) ?? newFlag(key, value);
      const isContent = key.startsWith(contentFlag(""));
      const defaultValue = isContent ? layValue(before.defaultValue, value) : value;
      const definition = { ...before, defaultValue };
      const revision = stored?.revision ?? 0;
      const builtIn = flags.builtIn(key);
      await writeFlag(tx, { definition, revision, actor, now: now(), action: "shipped", builtIn });
    },
  };
}

/** The texts as they stand on the page now, with what earlier experiments have brought. */
function withShipped(text: PageText, { copy = {}, order = [] }: ContentPatch): PageText {
  const placeOf = (section: string) => (order.includes(section) ? order.indexOf(section) : order.length);
  const shown = Object.entries(text.copy).map(([locale, texts]) => [locale, { ...texts, ...copy[locale] }]);
  return {
    ...text,
    copy: Object.fromEntries(shown),
    sections: [...text.sections].sort((one, other) => placeOf(one) - placeOf(other)),
  };
}
