import { type Milliseconds, ONE_DAY, ONE_HOUR, type Timestamp } from "@marquee/contract";
import type { Config } from "../../platform/config/config.ts";

/** What one network has sent. */
export interface SenderUse {
  /** Of the hour's budget: what was sent, less what has been refilled since. In bytes after decompression, and events. */
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
  /** The current use of a network, to be changed in place at once. */
  of(network: string): SenderUse;
  /** Number of networks that are remembered. */
  size(): number;
}

/** A day in UTC, as a number. */
export const dayOf = (now: Timestamp) => Math.floor(now / ONE_DAY);

const MAX_NETWORKS = 10_000;

/**
 * Remembers networks in bounded memory, so that nobody resets their own use by sending from many others (Metwally et al. 2005, "Efficient computation of
 * frequent and top-k elements"): of too many, the half that used the least is dropped, and a network that is not remembered starts with the most that a
 * dropped one had. So a use is never less than it is; it is more by at most what all networks sent, divided by half the number remembered.
 */
export function createSenderUses({
  budgets,
  now,
  maxNetworks = MAX_NETWORKS,
}: SenderUsesOptions): SenderUses {
  const uses = new Map<string, SenderUse>();
  /** The most that a dropped network had. */
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

  /** Comparable across networks; 0 for what has no budget. */
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
