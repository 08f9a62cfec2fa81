import { MAX_KEEPALIVE_BYTES, ONE_SECOND } from "@marquee/contract";
import type { SendBatch } from "../queue/sendBatch.ts";
import type { SendOutcome } from "../transport/retryStrategy.ts";
import { DELIVERED, FAILED } from "./fakes.ts";

/** Possible outcomes of a request. `lost` never arrives; `unheard` arrives, but its response does not. */
export const FATES = ["ok", "slow", "twice", "busy", "lost", "unheard", "hangs", "hangs unheard"] as const;
export type Fate = (typeof FATES)[number];

const UNANSWERED: SendOutcome = {
  kind: "failed",
  reason: "Failed to fetch",
  retryAfter: null,
  isAnswered: false,
};
const REACHES: readonly Fate[] = ["ok", "slow", "twice", "unheard", "hangs unheard"];
const sleep = (delay: number) => new Promise((resolve) => setTimeout(resolve, delay));

/** A collector behind an unreliable network. Like the real one, it deduplicates by message ID. */
export function createFaultyServer(isOnline: () => boolean) {
  const fates: Fate[] = [];
  const stored = new Set<string>();
  const acknowledged = new Set<string>();
  /** Number of requests in flight by message ID. */
  const underWay = new Map<string, number>();
  const seen = {
    requests: 0,
    arrivals: 0,
    sentAgainThoughAcknowledged: 0,
    sentAgainInOneRequest: 0,
    sentWhileUnderWay: 0,
    overKeepalive: 0,
  };
  const count = (ids: readonly string[], change: 1 | -1) => {
    for (const id of ids) underWay.set(id, (underWay.get(id) ?? 0) + change);
  };

  /** @param hasEnded whether the requesting document has ended, so no response arrives. */
  function connect(hasEnded: () => boolean): SendBatch {
    let bytesUnderWay = 0;
    return async (batch) => {
      const ids = batch.batch.map(({ messageId }) => messageId);
      const bytes = Buffer.byteLength(JSON.stringify(batch));
      seen.requests += 1;
      seen.sentAgainThoughAcknowledged += ids.filter((id) => acknowledged.has(id)).length;
      seen.sentWhileUnderWay += ids.filter((id) => underWay.get(id)).length;
      seen.sentAgainInOneRequest += ids.length - new Set(ids).size;
      count(ids, 1);
      bytesUnderWay += bytes;
      if (bytesUnderWay > MAX_KEEPALIVE_BYTES) seen.overKeepalive += 1;
      const outcome = isOnline() ? await undergo(fates.shift() ?? "ok", ids) : UNANSWERED;
      bytesUnderWay -= bytes;
      count(ids, -1);
      if (hasEnded()) return new Promise(() => {});
      if (outcome.kind === "delivered") for (const id of ids) acknowledged.add(id);
      return outcome;
    };
  }

  async function undergo(fate: Fate, ids: string[]): Promise<SendOutcome> {
    await sleep(fate === "slow" ? 4 * ONE_SECOND : 20);
    if (REACHES.includes(fate)) {
      seen.arrivals += fate === "twice" ? 2 : 1;
      for (const id of ids) stored.add(id);
    }
    await sleep(fate.startsWith("hangs") ? 15 * ONE_SECOND : 20);
    if (fate === "busy") return FAILED;
    return fate === "ok" || fate === "slow" || fate === "twice" ? DELIVERED : UNANSWERED;
  }

  return { connect, fates, stored, acknowledged, seen };
}
