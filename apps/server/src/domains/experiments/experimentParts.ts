import { type Environment, type FlagDefinition, SITE_BANNER_FLAG, type Timestamp } from "@marquee/contract";
import type { RecordsDatabase, Transaction } from "../../platform/storage/records/records.ts";
import { shadowingRules } from "../flags/buildPayload.ts";
import { newFlag } from "../flags/builtInFlags.ts";
import { checkValue } from "../flags/checkFlag.ts";
import { flagStore } from "../flags/flagStore.ts";
import type { Flags } from "../flags/startFlags.ts";
import type { Publishing } from "../publishing/startPublishing.ts";
import { refuse } from "./checks/refuse.ts";
import type { ExperimentDependencies } from "./experimentStore.ts";
import {
  changeProblems,
  createPublishTexts,
  publishShippedBanner,
  readShippedFields,
  shippedName,
} from "./shipTexts.ts";

interface PartsOptions {
  db: RecordsDatabase;
  flags: Flags;
  publishing: Publishing;
  pathOfPage: ExperimentDependencies["pathOfPage"];
  isPage?: ExperimentDependencies["isPage"];
  environment: Environment;
  now: () => Timestamp;
}

/** Connects experiments to flags and pages: finds and changes flags, checks and publishes texts, and notifies every instance of a change. */
export function createExperimentDependencies({
  db,
  flags,
  publishing,
  pathOfPage,
  isPage,
  environment,
  now,
}: PartsOptions): ExperimentDependencies {
  const findFlag = (key: string) => flags.definitions().find((flag) => flag.key === key) ?? null;
  return {
    pathOfPage,
    checkChanges: (changes) => changeProblems(publishing, changes),
    ...(isPage && { isPage }),
    findFlag,
    environment,
    publishTexts: createPublishTexts(publishing),
    readShippedFields: (experiment, variation) => readShippedFields(db, publishing, experiment, variation),
    async onChange() {
      await publishing.refresh();
      await flags.announce();
    },
    async setDefault(
      tx: Transaction,
      { definition: { key: experiment, name, flag: key }, variation, actor },
    ) {
      const { value } = variation;
      const stored = await flagStore.findRow(tx, key);
      const before = stored?.definition ?? findFlag(key) ?? newFlag(key, value);
      const definition = { ...before, defaultValue: value };
      checkShipping(definition, environment, now());
      if (key === SITE_BANNER_FLAG) {
        // The default value of the banner's flag is the published banner.
        const shipped = { value, name: shippedName(variation, name), experiment };
        return publishShippedBanner(tx, publishing, shipped, { actor, now: now() });
      }
      const revision = stored?.revision ?? 0;
      // A flag created by this experiment had no value before. Reverting the change restores that empty value.
      const builtIn = flags.builtIn(key) ?? findFlag(key) ?? newFlag(key, "");
      await flagStore.write(tx, { key, revision, definition }, { actor, now: now(), builtIn }, "shipped");
    },
  };
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
