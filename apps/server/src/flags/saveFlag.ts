import type { FlagDefinition, Timestamp } from "@marquee/contract";
import type { FlagChange } from "@marquee/contract/schema";
import { ConsoleError } from "../console/errors.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { checkFlag, checkValue } from "./checkFlag.ts";
import { findFlag, type StoredFlag, writeFlag } from "./flagStore.ts";
import type { Flags } from "./startFlags.ts";

interface SaveOptions {
  db: RecordsDatabase;
  flags: Flags;
  /** E-mail address of the account. */
  actor: string;
  now: Timestamp;
}

/**
 * Saves a flag as somebody wrote it, and tells every instance.
 * @throws {ConsoleError} bad_request for what cannot be, conflict when somebody else has changed it since.
 */
export async function saveFlag(
  { db, flags, actor, now }: SaveOptions,
  { definition, revision }: FlagChange,
  action?: string,
): Promise<StoredFlag> {
  checkFlag(definition, othersOf(definition, flags));
  checkExperiment(definition, flags);
  const builtIn = flags.builtIn(definition.key);
  const saved = await db.transaction(async (tx) => {
    const isNew = !builtIn && !(await findFlag(tx, definition.key));
    const done = action ?? (isNew ? "created" : definition.isArchived ? "archived" : "changed");
    return writeFlag(tx, { definition, revision, actor, now, action: done, builtIn });
  });
  await flags.announce();
  return saved;
}

function othersOf({ key }: FlagDefinition, flags: Flags): FlagDefinition[] {
  return flags.definitions().filter((other) => other.key !== key);
}

/** While an experiment runs on a flag, the flag must stay able to answer its variations. */
function checkExperiment({ key, type, isArchived }: FlagDefinition, flags: Flags): void {
  const running = flags.running().find(({ definition }) => definition.flag === key)?.definition;
  if (!running) {
    if (isArchived) checkDependents(key, flags);
    return;
  }
  if (isArchived) {
    const message = `The experiment ${running.name} runs on ${key}. Stop it before you archive the flag.`;
    throw new ConsoleError("bad_request", message);
  }
  for (const { name, value } of running.variations)
    checkValue(key, type, value, `The experiment ${running.name} answers ${name}, which`);
}

function checkDependents(key: string, flags: Flags): void {
  const dependent = flags
    .definitions()
    .find(({ rules, isArchived }) =>
      rules.some(({ prerequisites }) => !isArchived && prerequisites.some(({ flag }) => flag === key)),
    );
  if (!dependent) return;
  throw new ConsoleError(
    "bad_request",
    `A rule of ${dependent.key} asks for ${key} first. Take that prerequisite out before you archive ${key}.`,
  );
}
