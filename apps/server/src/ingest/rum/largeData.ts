import { customerDataWarning, ONE_HOUR, type Timestamp } from "@marquee/contract";
import type { Logger } from "pino";
import type { ReadLine } from "./readLines.ts";

/** Checks how much data pages add to RUM events, and logs a warning at most once an hour. */
export type CheckCustomerData = (lines: readonly ReadLine[], isCompressed: boolean) => void;

interface CheckOptions {
  log: Pick<Logger, "warn">;
  now: () => Timestamp;
}

/** Properties of an event that the page sets (https://github.com/DataDog/rum-events-format). */
const CUSTOMER_DATA = ["context", "usr", "account", "feature_flags"] as const;

export function createCustomerDataCheck({ log, now }: CheckOptions): CheckCustomerData {
  let isQuietUntil = 0;
  return (lines, isCompressed) => {
    if (now() < isQuietUntil) return;
    for (const { event } of lines) {
      const warning = customerDataWarning(bytesOf(event), isCompressed);
      if (!warning) continue;
      isQuietUntil = now() + ONE_HOUR;
      log.warn({ service: event.service }, warning);
      return;
    }
  };
}

function bytesOf(event: object): number {
  const added = Object.fromEntries(CUSTOMER_DATA.map((name) => [name, Reflect.get(event, name)]));
  return Buffer.byteLength(JSON.stringify(added));
}
