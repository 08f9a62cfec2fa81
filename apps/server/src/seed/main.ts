import { join } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { createIdentities } from "../domains/people/identities/startIdentities.ts";
import { explainFailure } from "../explainFailure.ts";
import { siteOf } from "../platform/config/siteOf.ts";
import { loadSigningKey } from "../platform/storage/records/signingKeys.ts";
import { type Stores, startStores } from "../platform/storage/stores.ts";
import { productionParts } from "../productionParts.ts";
import { clearDemo } from "./clearDemo.ts";
import { storeDrafts } from "./drafts.ts";
import { demoErrors } from "./errors.ts";
import { readPages } from "./readPages.ts";
import { readRecordings } from "./recordings.ts";
import { type SeededCounts, seedDemo } from "./seedDemo.ts";

const USAGE = "npm run seed-demo -- [--days 400] [--seed 7] [--clear]";
const MAX_DAYS = 730;
const BUILD_DIR = join(import.meta.dirname, "..");

/** A mistake of the caller; its message says what to do. */
class UsageError extends Error {}

/** `npm run seed-demo`: fills the stores with demo data, or removes it. The server must not be running. */
async function main(): Promise<void> {
  const { days, seed, clear, "if-empty": isForEmpty } = readArguments();
  process.env.LOG_LEVEL ??= "error";
  const parts = await productionParts(BUILD_DIR);
  const stores = await startStores(parts);
  try {
    const { db } = stores.records;
    if (clear) {
      await clearDemo({ ...stores, db });
      console.log("Demo data removed. Real data is unchanged.");
      return;
    }
    if (isForEmpty && !(await areEmpty(stores)))
      throw new UsageError(
        "--demo fills empty stores only, and these have data. Start without --demo, or set DATA_DIR to another folder.",
      );
    const pages = await readPages(parts, stores);
    const key = await loadSigningKey(db, "identities");
    const { hashEmail } = createIdentities({ ...stores, db, key: () => key });
    const { events, leads } = await seedDemo(
      { ...stores, db, hashEmail },
      {
        days,
        seed,
        site: siteOf(parts.config),
        origin: parts.config.publicUrl,
        recordings: readRecordings(join(import.meta.dirname, "recordings")),
        pages,
        errors: demoErrors(join(BUILD_DIR, "site")),
        now: Date.now(),
        onProgress: showProgress(days),
      },
    );
    await storeDrafts(db, { content: parts.siteContent.files(), now: Date.now() });
    console.log(
      `Created ${events} demo events and ${leads} leads over ${days} days. Remove them with: npm run seed-demo -- --clear`,
    );
  } finally {
    await stores.stop();
  }
}

/** Whether there are no events, leads and experiments yet. */
async function areEmpty({ eventStore, records }: Stores): Promise<boolean> {
  const [event] = await eventStore.query("SELECT 1 FROM events LIMIT 1");
  const stored = await records.db.execute(
    sql`select 1 from leads union all select 1 from experiments union all select 1 from consent_receipts limit 1`,
  );
  return event === undefined && (stored as { rows: unknown[] }).rows.length === 0;
}

function showProgress(days: number) {
  if (!process.stdout.isTTY) return () => undefined;
  return (done: SeededCounts & { days: number }) =>
    process.stdout.write(
      `\r${done.days} of ${days} days, ${done.events} events${done.days === days ? "\n" : ""}`,
    );
}

function readArguments() {
  const { days, seed, ...options } = parseOptions();
  const read = { ...options, days: Number(days), seed: Number(seed) };
  if (!Number.isInteger(read.days) || read.days < 1 || read.days > MAX_DAYS)
    throw new UsageError(`--days takes 1 to ${MAX_DAYS}.\n${USAGE}`);
  if (!Number.isInteger(read.seed)) throw new UsageError(`--seed takes a whole number.\n${USAGE}`);
  return read;
}

function parseOptions() {
  try {
    return parseArgs({
      options: {
        days: { type: "string", default: "400" },
        seed: { type: "string", default: "7" },
        clear: { type: "boolean", default: false },
        // `npm start -- --demo`
        "if-empty": { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

main()
  .catch((error: unknown) => {
    console.error(error instanceof UsageError ? error.message : explainFailure(error));
    process.exitCode = 1;
  })
  // Exit explicitly, because parts of the server watch files.
  .finally(() => process.exit());
