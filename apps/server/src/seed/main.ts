import { join } from "node:path";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { readConfig } from "../config/config.ts";
import { siteOf } from "../config/siteOf.ts";
import { prepareDataDir } from "../storage/dataDir.ts";
import { startEventStore } from "../storage/events/eventStore.ts";
import { clearDemo, seedDemo } from "./seedDemo.ts";

const USAGE = "npm run seed-demo -- [--days 30] [--seed 7] [--clear]";
const MAX_DAYS = 730;

/** `npm run seed-demo`: adds synthetic visits to the event store, or removes them. */
async function main(): Promise<void> {
  const { days, seed, clear } = readArguments();
  const config = readConfig(process.env);
  const { dataDir, clickhouseUrl, retentionDays, replayRetentionDays } = config;
  const site = siteOf(config);
  prepareDataDir(dataDir);
  const store = await startEventStore({
    dataDir,
    clickhouseUrl,
    site,
    retentionDays,
    replayRetentionDays,
    processEntry: join(import.meta.dirname, "chdbProcess.js"),
    execArgv: [],
    log: pino({ level: "error" }),
  });
  try {
    if (clear) {
      await clearDemo(store);
      console.log("Demo data removed. Real data is unchanged.");
      return;
    }
    const onProgress = (done: { days: number; events: number }) => {
      if (process.stdout.isTTY) process.stdout.write(`\r${done.days} of ${days} days, ${done.events} events`);
    };
    const events = await seedDemo({ store, days, seed, site, now: Date.now(), onProgress });
    if (process.stdout.isTTY) process.stdout.write("\n");
    console.log(
      `Created ${events} demo page views over ${days} days. Remove them with: npm run seed-demo -- --clear`,
    );
  } finally {
    await store.stop();
  }
}

function readArguments(): { days: number; seed: number; clear: boolean } {
  const { values } = parseArgs({
    options: {
      days: { type: "string", default: "30" },
      seed: { type: "string", default: "7" },
      clear: { type: "boolean", default: false },
    },
  });
  const days = Number(values.days);
  const seed = Number(values.seed);
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS)
    throw new Error(`--days takes 1 to ${MAX_DAYS}.\n${USAGE}`);
  if (!Number.isInteger(seed)) throw new Error(`--seed takes a whole number.\n${USAGE}`);
  return { days, seed, clear: values.clear };
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
