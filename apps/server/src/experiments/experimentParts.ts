import type { Timestamp } from "@marquee/contract";
import { findFlag, writeFlag } from "../flags/flagStore.ts";
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
    readPageText,
    findFlag: known,
    onChange: flags.announce,
    async setDefault(tx: Transaction, key, value, actor) {
      const stored = await findFlag(tx, key);
      const definition = {
        ...(stored?.definition ?? known(key) ?? newFlag(key, value)),
        defaultValue: value,
      };
      const revision = stored?.revision ?? 0;
      const builtIn = flags.builtIn(key);
      await writeFlag(tx, { definition, revision, actor, now: now(), action: "shipped", builtIn });
    },
  };
}
