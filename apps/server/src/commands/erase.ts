import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { EraseStep } from "../domains/people/privacy/eraseFiles.ts";
import { EraseError, requestErasure, saveDeletionList } from "../domains/people/privacy/eraseSocket.ts";
import { explainFailure } from "../explainFailure.ts";
import { readConfig } from "../platform/config/config.ts";
import { restrictUmask } from "../platform/storage/dataDir.ts";

const USAGE = `Usage:
  npm run erase -- --now          remove deleted data from the stores' files now
  npm run erase -- --list FILE    write the list of deletions, for npm run restore`;

const STEPS: Record<EraseStep["name"], string> = {
  spools: "Rewriting the spools",
  names: "Hashing names of earlier versions",
  events: "Rewriting the event store",
  records: "Rewriting the record store",
};

/** `npm run erase`: asks the running server. */
async function main(): Promise<void> {
  const { isNow, list } = readArguments();
  const { dataDir } = readConfig(process.env);
  if (list !== null) {
    const deletions = await saveDeletionList(dataDir, list);
    console.log(`Wrote ${deletions} deletions to ${list}.`);
  }
  if (!isNow) return;
  const begunAt = Date.now();
  const { erased, pending } = await requestErasure(dataDir, showProgress());
  const seconds = ((Date.now() - begunAt) / 1000).toFixed(1);
  console.log(
    `Done in ${seconds} s. The data of ${erased} deletions since the last run is gone from the stores' files.`,
  );
  if (pending > 0)
    console.log(
      `${pending} deletions are still running. Their data will be removed from the files tonight; or try again in a minute.`,
    );
}

/** Prints each step once, and every partition on a terminal. */
function showProgress(): (step: EraseStep) => void {
  let last = "";
  return ({ name, done, of }) => {
    if (name !== last) console.log(`${STEPS[name]}.`);
    last = name;
    if (of > 0 && process.stdout.isTTY)
      process.stdout.write(`\r${done} of ${of} partitions${done === of ? "\n" : ""}`);
  };
}

function readArguments(): { isNow: boolean; list: string | null } {
  try {
    const { values } = parseArgs({ options: { now: { type: "boolean" }, list: { type: "string" } } });
    const { now: isNow = false, list } = values;
    if (!isNow && list === undefined) throw new EraseError(USAGE);
    // npm runs scripts in the project's folder.
    const file = list === undefined ? null : resolve(process.env.INIT_CWD ?? ".", list);
    if (file !== null && !existsSync(dirname(file)))
      throw new EraseError(`The folder ${dirname(file)} does not exist.`);
    return { isNow, list: file };
  } catch (error) {
    if (error instanceof EraseError) throw error;
    throw new EraseError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

restrictUmask();
main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof EraseError ? error.message : explainFailure(error));
    process.exit(1);
  },
);
