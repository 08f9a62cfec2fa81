import { rm } from "node:fs/promises";
import { cpus } from "node:os";
import { measureDelivery } from "./delivery.ts";
import { measureFlags } from "./flags.ts";
import { measureIngest } from "./ingest.ts";
import { measureMemory } from "./memory.ts";
import { measureNavigation } from "./navigation.ts";
import { measureOverviewQueries } from "./overviewQueries.ts";
import { measurePageBytes } from "./pageBytes.ts";
import { measurePageLoad } from "./pageLoad.ts";
import { measurePageThroughput } from "./pageThroughput.ts";
import { measureTrackers } from "./trackers/trackers.ts";
import { measureReplay } from "./replay.ts";
import { measureReplayHour } from "./replayHour.ts";
import { measureReplayOpen } from "./replayOpen.ts";
import { measureSegments } from "./segments.ts";
import { toMarkdown } from "./support/figure.ts";
import { createDataDir, startProduct } from "./support/product.ts";

const PORT = Number(process.env.BENCH_PORT ?? 3198);
const MEASUREMENTS = {
  memory: measureMemory,
  bytes: measurePageBytes,
  load: measurePageLoad,
  navigation: measureNavigation,
  pages: measurePageThroughput,
  ingest: measureIngest,
  segments: measureSegments,
  delivery: measureDelivery,
  flags: measureFlags,
  queries: measureOverviewQueries,
  trackers: measureTrackers,
  replay: measureReplay,
  "replay-open": measureReplayOpen,
  "replay-hour": measureReplayHour,
};

/** Benchmarks that take an hour run only if named. */
const ONLY_NAMED = ["replay-hour"];

/** `npm run bench` runs all others; `npm run bench -- load ingest` runs only the named ones. */
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in MEASUREMENTS));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(", ")}; there are ${Object.keys(MEASUREMENTS).join(", ")}.`,
  );
  process.exit(1);
}

console.log(`${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.versions.node}`);
const dataDir = await createDataDir();
const first = await startProduct(PORT, dataDir);
console.log(`First start, on empty stores: ${Math.round(first.startDuration)} ms`);
await first.stop();
const product = await startProduct(PORT, dataDir);
try {
  for (const [name, measure] of Object.entries(MEASUREMENTS)) {
    if (chosen.length > 0 ? !chosen.includes(name) : ONLY_NAMED.includes(name)) continue;
    console.log(`\n## ${name}\n${toMarkdown(await measure(product))}`);
  }
} finally {
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
}
