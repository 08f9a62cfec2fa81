import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDataDir, type Product } from "./support/product.ts";
import { type Cluster, startCluster } from "./trials/cluster.ts";
import { startVisitors, type Visits } from "./trials/visitors.ts";

/** Port of the first server of a trial; the others follow. */
const PORT = 3180;
/** Deadline for acknowledged data to be in the stores, in milliseconds. */
const DRAIN_DEADLINE = 120_000;
const SECOND = 1000;
/** Number of events of the old version that the new one migrates. */
const HISTORY = 1_000_000;
/** Size of the disk to fill, in bytes: more than the server's reserve for events. */
const DISK = 400 * 1024 ** 2;

interface MeasureOptions {
  old?: string | undefined;
  only?: string | undefined;
}

interface Trial {
  name: string;
  size: number;
  isAway?: boolean;
  /** Whether it starts with another build, from `--old`. */
  isUpgrade?: boolean;
  /** Whether the first server's data is on a separate small disk, which needs root. */
  hasSmallDisk?: boolean;
  run(cluster: Cluster, disk: string | null): Promise<void>;
}

const TRIALS: readonly Trial[] = [
  {
    name: "kill -9 of a server, a receiver, the event store, and PostgreSQL",
    size: 3,
    async run({ nodes: [one, other], killEventStore, killPostgres }) {
      for (let round = 0; round < 2; round += 1) {
        await sleep(6 * SECOND);
        await one?.killAndRestart();
        await sleep(6 * SECOND);
        other?.killProcess("ingestProcess");
        await sleep(6 * SECOND);
        await killEventStore();
        await sleep(6 * SECOND);
        await killPostgres();
      }
      await sleep(6 * SECOND);
    },
  },
  {
    name: "PostgreSQL stopped for 15 s",
    size: 1,
    async run({ postgres }) {
      await sleep(5 * SECOND);
      postgres.refuse();
      await sleep(15 * SECOND);
      postgres.open();
      await sleep(5 * SECOND);
    },
  },
  {
    name: "PostgreSQL frozen for 15 s",
    size: 1,
    async run({ postgres }) {
      await sleep(5 * SECOND);
      postgres.freeze();
      await sleep(15 * SECOND);
      postgres.open();
      await sleep(5 * SECOND);
    },
  },
  {
    name: "both stores away at the start, then there",
    size: 1,
    isAway: true,
    async run({ postgres, clickhouse }) {
      await sleep(10 * SECOND);
      postgres.open();
      clickhouse.open();
      await sleep(20 * SECOND);
    },
  },
  {
    name: "ClickHouse stopped for 15 s, then frozen for 15 s",
    size: 1,
    async run({ clickhouse }) {
      await sleep(5 * SECOND);
      clickhouse.refuse();
      await sleep(15 * SECOND);
      clickhouse.open();
      await sleep(5 * SECOND);
      clickhouse.freeze();
      await sleep(15 * SECOND);
      clickhouse.open();
      await sleep(5 * SECOND);
    },
  },
  {
    name: "the disk filled to the last byte, then freed",
    size: 1,
    hasSmallDisk: true,
    async run(_cluster, disk) {
      if (!disk) return;
      const filler = join(disk, "filler");
      await sleep(5 * SECOND);
      fill(filler, disk);
      await sleep(10 * SECOND);
      rmSync(filler);
      await sleep(5 * SECOND);
    },
  },
  {
    name: "a new version started beside an old one with a million events, which then stops",
    size: 1,
    isUpgrade: true,
    async run({ nodes: [old], add, addHistory }) {
      await addHistory(HISTORY);
      await sleep(5 * SECOND);
      await add();
      await sleep(40 * SECOND);
      await old?.stop();
      await sleep(10 * SECOND);
    },
  },
];

/**
 * `npm run bench -- trials`: tests whether acknowledged events and forms survive failures of processes, stores and disks. `--old FOLDER` names another build,
 * next to which a new version starts; `--only disk` runs the trials whose name contains that word.
 * @returns a Markdown table.
 */
export async function measureTrials(_product: Product, { old, only = "" }: MeasureOptions): Promise<string> {
  const rows: string[] = [];
  for (const trial of TRIALS) {
    if (!trial.name.includes(only) || (trial.isUpgrade && !old)) continue;
    rows.push(await runTrial(trial, old));
    console.error(rows.at(-1));
  }
  return [
    "| trial | events acknowledged | lost | doubled | forms acknowledged | lost | doubled | requests repeated | pages failed |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...rows,
  ].join("\n");
}

async function runTrial(trial: Trial, old: string | undefined): Promise<string> {
  const disk = trial.hasSmallDisk ? await mountDisk() : null;
  const cluster = await startCluster({
    size: trial.size,
    port: PORT,
    isAway: trial.isAway ?? false,
    ...(trial.isUpgrade && old && { build: old }),
    ...(disk && { dataDirs: [join(disk, "data")] }),
  });
  const { visits, stop } = startVisitors(cluster.urls);
  try {
    await trial.run(cluster, disk);
    await stop();
    return `| ${trial.name} | ${(await compare(cluster, visits)).join(" | ")} |`;
  } finally {
    await stop();
    await cluster.stop();
    if (disk) unmountDisk(disk);
  }
}

/** Waits until everything is stored, or for {@link DRAIN_DEADLINE}. */
async function compare(cluster: Cluster, visits: Visits): Promise<string[]> {
  const { events, forms, pages } = visits;
  let stored = await cluster.readStored();
  const missing = () => [lostOf(events, stored.events), lostOf(forms, stored.forms)];
  for (const deadline = Date.now() + DRAIN_DEADLINE; Date.now() < deadline; await sleep(SECOND)) {
    stored = await cluster.readStored();
    if (missing().every((lost) => lost === 0)) break;
  }
  const [lostEvents = 0, lostForms = 0] = missing();
  return [
    events.size,
    lostEvents,
    doubledOf(stored.events),
    forms.size,
    lostForms,
    doubledOf(stored.forms),
    visits.repeated,
    `${pages.failed} of ${pages.asked}`,
  ].map((value) => value.toLocaleString("en"));
}

function lostOf(acknowledged: ReadonlySet<string>, stored: ReadonlyMap<string, number>): number {
  return [...acknowledged].filter((id) => !stored.has(id)).length;
}

function doubledOf(stored: ReadonlyMap<string, number>): number {
  return [...stored.values()].filter((copies) => copies > 1).length;
}

async function mountDisk(): Promise<string | null> {
  const folder = await createDataDir();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK}`, "tmpfs", folder]);
    mkdirSync(join(folder, "data"), { mode: 0o700 });
    return folder;
  } catch {
    console.error("A small disk can't be mounted; that trial runs without one, and proves nothing.");
    return null;
  }
}

function unmountDisk(folder: string): void {
  execFileSync("umount", [folder]);
  rmSync(folder, { recursive: true });
}

function fill(file: string, disk: string): void {
  const { bavail, bsize } = statfsSync(disk);
  try {
    writeFileSync(file, Buffer.alloc(bavail * bsize));
  } catch {
    // The server also writes, so the last block may not fit.
  }
}
