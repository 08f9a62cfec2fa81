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
 * What strangers may send: each network in an hour, and all of them together in a day. It is counted in this process only, and the network of a sender goes
 * no further.
 */
export interface IngestBudgets {
  /**
   * Admits a request before its body is read, in constant time.
   * @throws {OverBudgetError} if its network, or the day, has nothing left.
   */
  admit(sender: Sender, kind: IngestKind): BudgetShare;
  /** The day's budget so far. */
  today(): DayBudget;
}

/** Where what an admitted request sends is counted. */
export interface BudgetShare {
  /** Counts at once, so that requests which arrive meanwhile see it; negative numbers take back. */
  count(sent: Sent): void;
}

interface IngestBudgetsOptions {
  budgets: Config["ingestBudgets"];
  trusted: Pick<TrustedSenders, "includes">;
  counters: Pick<Counters, "add">;
  now: () => Timestamp;
  maxNetworks?: number;
}

/** Share of the day's budget after which recordings give way to events. */
const RECORDINGS_UNTIL = 0.6;
/** Share of the day's budget after which the rest is for networks that sent little. */
const RESERVED_FROM = 0.8;
/** Of that rest, what a network may have sent today: less and less, so that the largest are cut first. */
const FAIR_SHARE = 0.01;
/** An hour's budget refills all the time, so a sender would be back at once with a few events. */
const SHORTEST_WAIT = ONE_MINUTE;
/** IPv6 providers assign a customer up to this much (RFC 6177). */
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
    // Recordings give way first, so that they leave room for events.
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
        // Recordings give way as a whole, whoever sends them.
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
