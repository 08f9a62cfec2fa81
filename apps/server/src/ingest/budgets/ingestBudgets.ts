import {
  COUNTERS,
  type IngestKind,
  type LimitReason,
  ONE_DAY,
  ONE_HOUR,
  ONE_MINUTE,
  type Timestamp,
} from "@marquee/contract";
import type { DayBudget } from "@marquee/contract/schema";
import type { Config } from "../../platform/config/config.ts";
import { networkOf } from "../../platform/http/rateLimit.ts";
import type { Sent } from "../collectedRequest.ts";
import type { Counters } from "../counters.ts";
import { OverBudgetError } from "../rejectedRequest.ts";
import { createSenderUses, dayOf, type SenderUse } from "./senderUses.ts";
import type { Sender, TrustedSenders } from "./trustedSenders.ts";

/**
 * Limits what unauthenticated clients may send: each network per hour, and all together per day. Counted only in this process, and the sender's network is
 * not passed on.
 */
export interface IngestBudgets {
  /**
   * Admits a request before reading its body, in constant time.
   * @throws {OverBudgetError} if its network, or the day, has nothing left.
   */
  admit(sender: Sender, kind: IngestKind): BudgetShare;
  /** The day's budget so far. */
  today(): DayBudget;
}

/** Counts the data of an admitted request. */
export interface BudgetShare {
  /** Counts immediately, so that concurrent requests see it; negative numbers undo. */
  count(sent: Sent): void;
}

interface IngestBudgetsOptions {
  budgets: Config["ingestBudgets"];
  trusted: Pick<TrustedSenders, "includes">;
  counters: Pick<Counters, "add">;
  now: () => Timestamp;
  maxNetworks?: number;
}

/** Share of the day's budget after which recordings are cut in favor of events. */
const RECORDINGS_UNTIL = 0.6;
/** Share of the day's budget after which the rest is reserved for networks that sent little. */
const RESERVED_FROM = 0.8;
/**
 * The share of the rest that a network may have sent today. It shrinks, so the largest senders are cut first.
 */
const FAIR_SHARE = 0.01;
/**
 * The hourly budget refills continuously, so a sender would otherwise return immediately with a few events.
 */
const SHORTEST_WAIT = ONE_MINUTE;
/** Size of the network that IPv6 providers assign to a customer at most (RFC 6177). */
const IPV6_PREFIX = 48;

const UNLIMITED: BudgetShare = { count: () => undefined };

export function createIngestBudgets(options: IngestBudgetsOptions): IngestBudgets {
  const { budgets, trusted, counters, now } = options;
  const { bytesPerHour, eventsPerHour, bytesPerDay } = budgets;
  const uses = createSenderUses(options);
  let day = dayOf(now());
  let dayBytes = 0;

  const usedToday = () => {
    if (dayOf(now()) !== day) {
      day = dayOf(now());
      dayBytes = 0;
    }
    return dayBytes;
  };
  const cutToday = (): IngestKind[] => {
    const share = usedToday() / bytesPerDay;
    if (share >= RESERVED_FROM) return ["events", "recordings"];
    return share >= RECORDINGS_UNTIL ? ["recordings"] : [];
  };
  const isCut = ({ today }: SenderUse, kind: IngestKind) => {
    const cut = cutToday();
    if (!cut.includes(kind)) return false;
    return kind === "recordings" || today >= (bytesPerDay - usedToday()) * FAIR_SHARE;
  };

  const problemOf = (use: SenderUse, kind: IngestKind): OverBudgetError | null => {
    // Recordings are cut first, to leave space for events.
    const share = kind === "recordings" ? RECORDINGS_UNTIL : 1;
    const over = Math.max(use.bytes / (bytesPerHour * share), use.events / eventsPerHour);
    if (over >= 1) {
      const reason = use.bytes >= bytesPerHour * share ? "network_bytes" : "network_events";
      return new OverBudgetError(reason, Math.max(SHORTEST_WAIT, (over - 1) * ONE_HOUR));
    }
    return isCut(use, kind) ? new OverBudgetError("day", ONE_DAY - (now() % ONE_DAY)) : null;
  };

  /** Counts a network once a day. */
  const noteCut = (use: SenderUse, reason: LimitReason) => {
    const today = dayOf(now());
    if (use.cutOn !== today) counters.add(COUNTERS.cutNetworks, reason);
    use.cutOn = today;
  };

  return {
    admit(sender, kind) {
      if (trusted.includes(sender)) return UNLIMITED;
      const network = networkOf(sender.ip, IPV6_PREFIX);
      const use = uses.of(network);
      const problem = problemOf(use, kind);
      if (problem) {
        // Recordings are cut for all senders.
        if (problem.reason !== "day" || kind === "events") noteCut(use, problem.reason);
        throw problem;
      }
      return {
        count({ bytes, events }) {
          const current = uses.of(network);
          current.bytes = Math.max(0, current.bytes + bytes);
          current.events = Math.max(0, current.events + events);
          current.today = Math.max(0, current.today + bytes);
          dayBytes = Math.max(0, usedToday() + bytes);
        },
      };
    },
    today: () => ({
      bytes: usedToday(),
      limit: Number.isFinite(bytesPerDay) ? bytesPerDay : null,
      cut: cutToday(),
    }),
  };
}
