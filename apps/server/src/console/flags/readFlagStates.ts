import type { FlagDefinition } from "@marquee/contract";
import type { FlagState } from "@marquee/contract/schema";
import { ApiError } from "../../errors/apiError.ts";
import { isBuiltIn } from "../../flags/checkFlag.ts";
import { readFlags, type StoredFlag } from "../../flags/flagStore.ts";
import type { Flags } from "../../flags/startFlags.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";

/** Every flag with what is known of it, by key; archived ones too. */
export async function readFlagStates(db: RecordsDatabase, flags: Flags): Promise<FlagState[]> {
  const stored = new Map((await readFlags(db)).map((flag) => [flag.key, flag]));
  return flags
    .definitions()
    .map((definition) => stateOf(definition, stored.get(definition.key), flags))
    .sort((one, other) => one.definition.key.localeCompare(other.definition.key));
}

/** @throws {ApiError} not_found */
export async function readFlagState(db: RecordsDatabase, flags: Flags, key: string): Promise<FlagState> {
  const state = (await readFlagStates(db, flags)).find(({ definition }) => definition.key === key);
  if (!state) throw new ApiError("not_found", `There is no flag ${key}. Look for it in the list of flags.`);
  return state;
}

function stateOf(definition: FlagDefinition, stored: StoredFlag | undefined, flags: Flags): FlagState {
  const running = flags.running().find((experiment) => experiment.definition.flag === definition.key);
  return {
    definition: stored?.definition ?? definition,
    revision: stored?.revision ?? 0,
    updatedAt: stored?.updatedAt.getTime() ?? null,
    updatedBy: stored?.updatedBy ?? null,
    isBuiltIn: isBuiltIn(definition.key),
    experiment: running?.definition.key ?? null,
  };
}
