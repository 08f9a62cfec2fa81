import { rm } from "node:fs/promises";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { measureConsole } from "./console.ts";
import { measureDelivery } from "./delivery.ts";
import { measureFlags } from "./flags.ts";
import { measureIngest, measureIngestSoak } from "./ingest.ts";
import { measureNavigation } from "./navigation.ts";
import { measurePageBytes } from "./pageBytes.ts";
import { measurePageLoad } from "./pageLoad.ts";
import { measurePageThroughput } from "./pageThroughput.ts";
import { measurePeers } from "./peers.ts";
import { measurePublishing } from "./publishing.ts";
import { measureQuestions } from "./questions.ts";
import { measureReplay } from "./replay.ts";
import { measureReplayHour } from "./replayHour.ts";
import { measureReplayOpen } from "./replayOpen.ts";
import { measureSegments } from "./segments.ts";
import { measureStarts } from "./starts.ts";
import { type Figure, toMarkdown } from "./support/figure.ts";
import { createDataDir, type Product, startProduct } from "./support/product.ts";
import { measureTraces } from "./traces.ts";
import { measureTrackers } from "./trackers/trackers.ts";
import { measureTrials } from "./trials.ts";

const PORT = Number(process.env.BENCH_PORT ?? 3198);
type Measure = (product: Product, rounds?: number) => Promise<Figure[] | string>;
const MEASUREMENTS: Record<string, Measure> = {
  starts: measureStarts,
  bytes: measurePageBytes,
  load: measurePageLoad,
  navigation: measureNavigation,
  pages: measurePageThroughput,
  ingest: measureIngest,
  "ingest-soak": measureIngestSoak,
  segments: measureSegments,
  delivery: measureDelivery,
  flags: measureFlags,
  queries: measureQuestions,
  console: measureConsole,
  publishing: measurePublishing,
  trackers: measureTrackers,
  traces: measureTraces,
  peers: measurePeers,
  replay: measureReplay,
  "replay-open": measureReplayOpen,
  "replay-hour": measureReplayHour,
  trials: (product) => measureTrials(product, options),
};

/** Benchmarks that take ten minutes or more, or install other frameworks, run only if named. */
const ONLY_NAMED = ["peers", "ingest-soak", "replay-hour", "trials"];

/** `npm run bench` runs all others; `npm run bench -- load ingest` runs only the named ones, `--rounds 3 peers` that one with three rounds, `--old FOLDER trials` that one with an earlier build. */
const { positionals: chosen, values: options } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string" }, old: { type: "string" }, only: { type: "string" } },
});
const rounds = options.rounds === undefined ? undefined : Number(options.rounds);
if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0)) {
  console.error(`--rounds must be a whole number of 1 or more, not ${options.rounds}.`);
  process.exit(1);
}
const unknown = chosen.filter((name) => !(name in MEASUREMENTS));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(", ")}; there are ${Object.keys(MEASUREMENTS).join(", ")}.`,
  );
  process.exit(1);
}

console.log(`${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.versions.node}`);
const dataDir = await createDataDir();
const product = await startProduct(PORT, dataDir);
try {
  for (const [name, measure] of Object.entries(MEASUREMENTS)) {
    if (chosen.length > 0 ? !chosen.includes(name) : ONLY_NAMED.includes(name)) continue;
    const result = await measure(product, rounds);
    console.log(`\n## ${name}\n${typeof result === "string" ? result : toMarkdown(result)}`);
  }
} finally {
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
}
