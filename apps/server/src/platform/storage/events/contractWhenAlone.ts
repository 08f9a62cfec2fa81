import { setTimeout as sleep } from "node:timers/promises";
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import type { Logger } from "pino";
import type { AloneOptions } from "../records/records.ts";
import type { Migration } from "./migrations/migration.types.ts";

/** The instances that share an event store. */
export interface Neighbors {
  /**
   * Runs a task once no other instance runs one.
   * @param task gets a signal that is aborted when another instance may start one meanwhile.
   */
  alone<Result>(task: (signal: AbortSignal) => Promise<Result>, options?: AloneOptions): Promise<Result>;
  /**
   * Names of the running instances that do not know a migration of the event store yet. @param number number of the
   * migration.
   */
  listOlder(number: number): Promise<string[]>;
}

/** For a store with a single instance. */
export const NO_NEIGHBORS: Neighbors = {
  alone: (task) => task(new AbortController().signal),
  listOlder: async () => [],
};

interface ContractOptions {
  neighbors: Neighbors;
  findPending(): Promise<Migration[]>;
  migrate(signal: AbortSignal): Promise<void>;
  stopping: AbortSignal;
  interval?: Milliseconds;
  log: Pick<Logger, "info" | "warn">;
}

const INTERVAL: Milliseconds = 30 * ONE_SECOND;

/**
 * Applies migrations that remove things only earlier versions use, once none of them is running. Resolves then, or when the server
 * stops.
 */
export async function contractWhenAlone({
  neighbors,
  findPending,
  migrate,
  stopping,
  interval = INTERVAL,
  log,
}: ContractOptions): Promise<void> {
  let lastNames = "";
  const findContracts = async () => (await findPending()).filter(({ kind }) => kind === "contract");
  const tryAlone = (): Promise<boolean> =>
    neighbors.alone(
      async (signal) => {
        const pending = await findContracts();
        const latest = pending.at(-1);
        if (!latest) return true;
        const older = await neighbors.listOlder(latest.number);
        if (older.length === 0) {
          await migrate(AbortSignal.any([signal, stopping]));
          return true;
        }
        const names = older.join(", ");
        if (names !== lastNames)
          log.info(
            `The migration "${latest.name}" of the event store waits until these instances of an earlier version have ended: ${names}.`,
          );
        lastNames = names;
        return false;
      },
      { isExclusive: true, signal: stopping },
    );
  const isDone = async () => {
    try {
      return (await findContracts()).length === 0 || (await tryAlone());
    } catch (error) {
      if (!stopping.aborted)
        log.warn(
          { err: error },
          "Failed to remove what earlier versions used in the event store. Trying again.",
        );
      return false;
    }
  };
  while (!stopping.aborted && !(await isDone()))
    await sleep(interval, undefined, { signal: stopping, ref: false }).catch(() => undefined);
}
