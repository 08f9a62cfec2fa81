import { isDeepStrictEqual } from "node:util";
import { type FlagDefinition, SITE_BANNER_FLAG, type Timestamp } from "@marquee/contract";
import type { FlagChange } from "@marquee/contract/schema";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { withoutBanner } from "./bannerFlag.ts";
import { checkFlag } from "./checkFlag.ts";
import { flagStore, type StoredFlag } from "./flagStore.ts";
import type { Flags } from "./startFlags.ts";

interface SaveOptions {
  db: RecordsDatabase;
  flags: Flags;
  /** Email address of the account. */
  actor: string;
  now: Timestamp;
}

/**
 * Saves a flag and notifies every instance.
 * @throws {ApiError} bad_request if it is invalid or a running experiment does not allow the change, conflict if the revision is outdated,
 * not_found if the flag no longer exists.
 */
export async function saveFlag(
  { db, flags, actor, now }: SaveOptions,
  { definition, revision }: FlagChange,
  action?: string,
): Promise<StoredFlag> {
  checkFlag(definition, othersOf(definition, flags));
  const stored = storedDefinition(definition, flags);
  checkExperiment(definition, flags);
  const { key } = definition;
  const author = { actor, now, builtIn: flags.builtIn(key) };
  const saved = await flagStore.change(db, { key, revision, definition: stored }, author, action);
  await flags.announce();
  return saved;
}

/** The stored form of a flag: the banner's default value is content. @throws {ApiError} bad_request */
function storedDefinition(definition: FlagDefinition, flags: Flags): FlagDefinition {
  const { key } = definition;
  if (key !== SITE_BANNER_FLAG) return definition;
  const current = flags.definitions().find((flag) => flag.key === key);
  return withoutBanner(definition, current?.defaultValue ?? null);
}

function othersOf({ key }: FlagDefinition, flags: Flags): FlagDefinition[] {
  return flags.definitions().filter((other) => other.key !== key);
}

/** Fields that decide which value a visitor gets. They cannot change while an experiment runs on the flag. */
const FIXED = ["type", "defaultValue", "rules", "environments", "isArchived"] as const;

function checkExperiment(definition: FlagDefinition, flags: Flags): void {
  const { key, isArchived } = definition;
  const running = flags.running().find((experiment) => experiment.definition.flag === key)?.definition;
  const current = flags.definitions().find((flag) => flag.key === key);
  if (isArchived) checkDependents(key, flags);
  if (!running || !current || FIXED.every((field) => isDeepStrictEqual(current[field], definition[field])))
    return;
  const message = `The experiment ${running.name} is running on ${key}, and a change would distort its results. Stop it first.`;
  throw new ApiError("bad_request", message);
}

function checkDependents(key: string, flags: Flags): void {
  const dependent = flags
    .definitions()
    .find(({ rules, isArchived }) =>
      rules.some(({ prerequisites }) => !isArchived && prerequisites.some(({ flag }) => flag === key)),
    );
  if (!dependent) return;
  throw new ApiError(
    "bad_request",
    `A rule of ${dependent.key} has ${key} as a prerequisite. Remove the prerequisite before you archive ${key}.`,
  );
}
