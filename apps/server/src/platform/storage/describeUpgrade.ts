import { formatBytes } from "@marquee/contract";
import { describeCost, fits } from "./events/migrationCosts.ts";
import type { Upgrade } from "./findUpgrade.ts";
import { describeInstance } from "./records/instances.ts";

interface UpgradeText {
  lines: string[];
  /** Whether a start would succeed now. */
  isPossible: boolean;
}

/** Describes what a start would change, for the operator. */
export function describeUpgrade(upgrade: Upgrade): UpgradeText {
  const parts = [describeRecords(upgrade), describeEvents(upgrade), describeRunning(upgrade)];
  return {
    lines: parts.flatMap(({ lines }) => lines),
    isPossible: parts.every(({ isPossible }) => isPossible),
  };
}

function describeRecords({ records }: Upgrade): UpgradeText {
  if (!records) return fine("Records: none yet. A start creates them.");
  const { pending, running } = records;
  if (pending.length === 0) return fine("Records: up to date.");
  const names = pending.map(({ name, kind }) => `${name} (${kind})`).join(", ");
  const lines = [`Records: ${count(pending.length, "migration")}, which take a moment: ${names}.`];
  const contract = pending.findLast(({ kind }) => kind === "contract");
  const older = contract ? running.filter(({ recordsMigration }) => recordsMigration < contract.at) : [];
  if (older.length === 0) return fine(...lines);
  lines.push(
    `Stop these instances first, which can't use the records after ${contract?.name}: ${older.map(describeInstance).join(", ")}.`,
  );
  return { lines, isPossible: false };
}

function describeEvents({ events }: Upgrade): UpgradeText {
  if (!events) return fine("Event store: none yet. A start creates it.");
  const { pending, freeSpace } = events;
  if (pending.length === 0) return fine("Event store: up to date.");
  const lines = [
    `Event store: ${count(pending.length, "migration")}. Its disk has ${formatBytes(freeSpace)} free.`,
    ...pending.map(({ migration, cost }) => {
      const beside =
        migration.kind === "expand"
          ? "Meanwhile, pages are served and events are accepted; figures are available afterward."
          : "It waits until no instance of an earlier version is running.";
      return `  ${migration.number}: ${describeCost(migration, cost)} ${beside}`;
    }),
  ];
  if (pending.every(({ cost }) => fits(cost, freeSpace))) return fine(...lines);
  lines.push("That's not enough space. Free up space on the event store's disk first.");
  return { lines, isPossible: false };
}

function describeRunning({ records }: Upgrade): UpgradeText {
  const running = records?.running ?? [];
  if (running.length === 0) return fine();
  return fine(`Running instances: ${running.map(describeInstance).join(", ")}.`);
}

function fine(...lines: string[]): UpgradeText {
  return { lines, isPossible: true };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
