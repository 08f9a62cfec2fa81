import { COUNTERS, type ExclusionReason, type KeptParameters, type Timestamp } from "@marquee/contract";
import type { Logger } from "pino";
import type { Config } from "../../platform/config/config.ts";
import type { RecordingRow } from "../../platform/storage/spool/entries.ts";
import type { Spool } from "../../platform/storage/spool/spool.ts";
import { createClockMemory } from "../clockMemory.ts";
import {
  COLLECT_ROUTES,
  type CollectedRequest,
  type CollectResponse,
  type Received,
  type Sent,
} from "../collectedRequest.ts";
import type { Counters } from "../counters.ts";
import { createEventPipeline } from "../eventPipeline.ts";
import type { MemoryBudget, MemoryShare } from "../memoryBudget.ts";
import type { WireBody } from "../readJson.ts";
import { receiveEvents } from "../receiveEvents.ts";
import { createMetricsReceiver } from "../receiveMetrics.ts";
import { createRefusals } from "../refusals.ts";
import type { Rejections } from "../rejections.ts";
import { receiveReplay } from "../replay/receiveReplay.ts";
import { createCustomerDataCheck } from "../rum/largeData.ts";
import { receiveRum } from "../rum/receiveRum.ts";
import { textRules } from "../textRules.ts";

/** Resolves once the request's data is flushed to disk, or rejected. */
export type Receive = (request: CollectedRequest, wire: Buffer) => Promise<CollectResponse>;

export interface ReceiverOptions {
  /** `customers` may change. */
  config: Pick<Config, "writeKey" | "customers" | "keptParameters" | "retentionDays">;
  spool: Pick<Spool, "append">;
  recordings: { spool: Pick<Spool<RecordingRow>, "append"> };
  budget: MemoryBudget;
  rejections: Pick<Rejections, "record">;
  counters: Pick<Counters, "add">;
  now: () => Timestamp;
  log: Pick<Logger, "error" | "warn">;
}

/** The status that Datadog's ingest returns. */
const RUM_ACCEPTED = 202;

const SUCCESS = JSON.stringify({ success: true });

/** Reads, checks and stores the data of requests. */
export function createReceiver(options: ReceiverOptions): Receive {
  const { config, spool, recordings, budget, rejections, counters, now, log } = options;
  const { writeKey } = config;
  const keptParameters: KeptParameters = new Set(config.keptParameters);
  const refusalOf = createRefusals({ rejections, counters, log });
  const clocks = createClockMemory();
  const pipeline = createEventPipeline({
    spool,
    now,
    customers: () => config.customers,
    keptParameters,
    retentionDays: config.retentionDays,
    correctionOf: clocks.correctionOf,
    rejections,
    counters,
  });
  const checkCustomerData = createCustomerDataCheck({ log, now });
  const receiveMetrics = createMetricsReceiver({ counters, now });

  /** An excluded sender's rows are checked like any other, then counted instead of stored. */
  const recordedOf = ({ exclusion, site }: CollectedRequest) => ({
    spool: exclusion ? countRows(counters, exclusion) : recordings.spool,
    rejections,
    writeKey,
    now,
    clocks,
    keptParameters,
    rules: textRules(site.hosts, keptParameters),
  });

  const collect = async (request: CollectedRequest, body: WireBody): Promise<CollectResponse> => {
    const { collector, call = null } = COLLECT_ROUTES.get(request.path) ?? {};
    if (collector === "replay") return respond(200, await receiveReplay(request, body, recordedOf(request)));
    if (collector === "rum")
      return respond(
        RUM_ACCEPTED,
        await receiveRum(request, body, { ...recordedOf(request), checkCustomerData }),
      );
    if (collector === "metrics") return respond(200, await receiveMetrics(request, body));
    return respond(200, await receiveEvents(request, body, call, { pipeline, writeKey }));
  };
  return async (request, wire) => {
    let share: MemoryShare | undefined;
    const sent: Sent = { bytes: wire.byteLength, events: 1 };
    try {
      share = budget.admit(() => undefined);
      share.take(wire.byteLength);
      share.received();
      return { ...(await collect(request, { wire, share, sent })), sent };
    } catch (error) {
      const refusal = refusalOf(error as Error, { path: request.path, bytes: wire.byteLength });
      // Data that will be retried is counted then.
      return refusal.retryAfter === undefined ? { ...refusal, sent } : refusal;
    } finally {
      share?.end();
    }
  };
}

function countRows(
  counters: Pick<Counters, "add">,
  reason: ExclusionReason,
): Pick<Spool<RecordingRow>, "append"> {
  return {
    append: async (rows) => {
      counters.add(COUNTERS.excludedRecords, reason, rows.length);
      return { accepted: 0, duplicates: 0 };
    },
  };
}

function respond(status: number, { rejected, refusal, copy }: Received): CollectResponse {
  if (refusal) return { status: 400, json: JSON.stringify({ success: false, message: refusal, rejected }) };
  const isWhole = rejected.length === 0;
  const json = isWhole ? SUCCESS : JSON.stringify({ success: true, rejected });
  return { status, json, ...(copy !== undefined && { copy }) };
}
