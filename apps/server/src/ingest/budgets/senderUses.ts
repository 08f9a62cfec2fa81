import { type Milliseconds, ONE_DAY, ONE_HOUR, type Timestamp } from "@marquee/contract";
import type { Config } from "../../platform/config/config.ts";

/** The usage of one network. */
export interface SenderUse {
  /** Used part of the hourly budget, in bytes after decompression and events, minus what was refilled since. */
  bytes: number;
  events: number;
  /** Bytes since midnight UTC. */
  today: number;
  countedAt: Timestamp;
  /** The day on which the network was last counted as cut; -1 for none. */
  cutOn: number;
}

interface SenderUsesOptions {
  budgets: Config["ingestBudgets"];
  now: () => Timestamp;
  /** How many networks are remembered. */
  maxNetworks?: number;
}

/** The uses of the networks that have sent the most. */
export interface SenderUses {
  /** The current use of a network, to be modified in place immediately. */
  of(network: string): SenderUse;
  /** Number of networks that are remembered. */
  size(): number;
}

/** A day in UTC, as a number. */
export const dayOf = (now: Timestamp) => Math.floor(now / ONE_DAY);

const MAX_NETWORKS = 10_000;

/**
 * Remembers networks in bounded memory, so that nobody can reset their usage by sending from many networks (Metwally et al. 2005, "Efficient computation
 * of frequent and top-k elements"): when there are too many, the half with the least usage is dropped, and an unknown network starts with the maximum
 * usage of a dropped one. So usage is never underestimated, and overestimated by at most the total sent, divided by half the number remembered.
 */
export function createSenderUses({
  budgets,
  now,
  maxNetworks = MAX_NETWORKS,
}: SenderUsesOptions): SenderUses {
  const uses = new Map<string, SenderUse>();
  /** The maximum usage of a dropped network. */
  const floor: SenderUse = { bytes: 0, events: 0, today: 0, countedAt: now(), cutOn: -1 };

  const refill = (use: SenderUse): SenderUse => {
    const at = now();
    const passed: Milliseconds = at - use.countedAt;
    if (passed === 0) return use;
    if (dayOf(at) !== dayOf(use.countedAt)) use.today = 0;
    // A clock that was set back refills nothing.
    const hours = Math.max(0, passed) / ONE_HOUR;
    if (hours > 0) {
      use.bytes = Math.max(0, use.bytes - hours * budgets.bytesPerHour);
      use.events = Math.max(0, use.events - hours * budgets.eventsPerHour);
    }
    use.countedAt = at;
    return use;
  };

  /** Comparable across networks; 0 without a budget. */
  const shareOf = ({ bytes, events, today }: SenderUse) =>
    Math.max(bytes / budgets.bytesPerHour, events / budgets.eventsPerHour, today / budgets.bytesPerDay);

  const dropSmallest = () => {
    refill(floor);
    const ranked = [...uses]
      .map(([network, use]) => ({ network, use: refill(use), share: shareOf(use) }))
      .sort((one, other) => one.share - other.share);
    for (const { network, use } of ranked.slice(0, Math.ceil(ranked.length / 2))) {
      uses.delete(network);
      floor.bytes = Math.max(floor.bytes, use.bytes);
      floor.events = Math.max(floor.events, use.events);
      floor.today = Math.max(floor.today, use.today);
    }
  };

  return {
    of(network) {
      const existing = uses.get(network);
      if (existing) return refill(existing);
      if (uses.size >= maxNetworks) dropSmallest();
      const use = { ...refill(floor) };
      uses.set(network, use);
      return use;
    },
    size: () => uses.size,
  };
}
