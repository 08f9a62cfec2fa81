import { NOT_SET } from "@marquee/contract";
import type { DropOffVisit, FunnelDropOff } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { recentParams } from "../../../platform/storage/events/queries/sessions.ts";
import { createBindings } from "../../questions/queries/bindings.ts";
import { sessionsInRange } from "../../questions/queries/visits.ts";
import { type FunnelQuestion, funnelUnits } from "./funnelUnits.ts";
import { LEFT, pathEvents, readNode } from "./pathNodes.ts";

/**
 * The latest visits. Most sites record few of them, so this is more than a screen lists, which prefers visits with a
 * replay.
 */
const LISTED = 500;
/** Maximum number of next steps. */
const RANKED = 12;
/** More than a site's pages and buttons, because clients can send any number of names. */
const MOST_NODES = 5000;

interface DropOffOptions {
  /** The last step that was reached, from 1. */
  step: number;
  /** Only those with this value of the breakdown; null for all. */
  part: string | null;
}

type StoredVisit = Omit<DropOffVisit, "replay">;
type StoredDropOff = Omit<FunnelDropOff, "visits"> & { visits: StoredVisit[] };

/**
 * Visits or visitors that reached a step but not the next one, latest first, and what they did next in the
 * same visit.
 */
export async function queryDropOff(
  store: Pick<EventStore, "query">,
  question: FunnelQuestion,
  options: DropOffOptions,
): Promise<StoredDropOff> {
  const ranked = await readNext(store, question, options);
  const all = ranked.find(({ isAll }) => isAll === 1);
  const next = ranked
    .filter(({ isAll }) => isAll === 0)
    .slice(0, RANKED)
    .map(({ node, units }) => ({ node: readNode(node), units }));
  return {
    units: all?.units ?? 0,
    next: next.sort((one, other) => other.units - one.units || (one.node.kind === "left" ? -1 : 0)),
    visits: all ? await readVisits(store, question, all.latest) : [],
  };
}

/** Subquery of the drop-off, with the visit in which they reached the step. */
function leftAfter(question: FunnelQuestion, { step, part }: DropOffOptions) {
  const { bindings, sql: units } = funnelUnits(question);
  const isPart = part === null ? "" : ` AND has(parts, ${bindings.bind(part === NOT_SET ? "" : part)})`;
  const sql = `(
    SELECT visitor_id, reached[${step}].2 AS reached_at,
           arrayFirst(hit -> hit.1 = reached_at AND bitTest(hit.3, ${step - 1}), hits).4 AS session_id
    FROM ${units} WHERE length(reached) = ${step}${isPart})`;
  return { bindings, sql };
}

interface RankedNode {
  /** 1 for the row of all nodes together. */
  isAll: number;
  node: string;
  units: number;
  /** The latest of them: minus the time at which they reached the step, visitor, session, node. */
  latest: [reached: number, visitor: string, session: number, node: string][];
}

/**
 * The next steps of the drop-off: {@link LEFT} first, then the most frequent. Its visits are computed once, because that takes most of
 * the time.
 */
function readNext(
  store: Pick<EventStore, "query">,
  question: FunnelQuestion,
  options: DropOffOptions,
): Promise<RankedNode[]> {
  const { bindings, sql } = leftAfter(question, options);
  const later = "at > reached_at AND message_id != ''";
  return store.query<RankedNode>(
    `SELECT grouping(node) AS isAll, node, toFloat64(count()) AS units,
            arrayMap(each -> (toFloat64(each.1), each.2, toFloat64(each.3), each.4),
              groupArraySorted(${LISTED})((-reached, visitor_id, session_id, node))) AS latest
     FROM (
       SELECT session_id, visitor_id, any(reached_at) AS reached,
              if(countIf(${later}) = 0, '${LEFT}', argMinIf(node, (at, message_id), ${later})) AS node
       FROM (${pathEvents("all", bindings)}) AS event RIGHT JOIN ${sql} AS dropped USING (session_id, visitor_id)
       GROUP BY session_id, visitor_id)
     GROUP BY GROUPING SETS ((node), ())
     ORDER BY isAll DESC, node = '${LEFT}' DESC, units DESC, node LIMIT ${MOST_NODES}`,
    bindings.params,
  );
}

/** The visits of the drop-off, in the same order. */
async function readVisits(
  store: Pick<EventStore, "query">,
  { range, recent }: FunnelQuestion,
  latest: RankedNode["latest"],
): Promise<StoredVisit[]> {
  const { params, bindTexts } = createBindings({
    from: range.from,
    to: range.to,
    sessions: latest.map(([, , session]) => session),
    ...(recent && recentParams(recent)),
  });
  const texts = {
    entryPage: "entry_page",
    exitPage: "exit_page",
    source: "source",
    country: "country",
    device: "device",
  };
  const columns = Object.entries(texts).map(([name, column]) => `toString(${column}) AS ${name}`);
  const rows = await store.query<Omit<StoredVisit, "reachedAt" | "next">>(
    `SELECT visitor_id AS visitor, toFloat64(session_id) AS session, toFloat64(toUnixTimestamp64Milli(started)) AS at, ${columns.join(", ")}
     FROM ${sessionsInRange(["started", ...Object.values(texts)], {
       includesCustomers: true,
       where: "session_id IN {sessions:Array(UInt64)}",
       recent,
     })} WHERE visitor_id IN ${bindTexts(latest.map(([, visitor]) => visitor))}`,
    params,
  );
  const keyOf = (session: number, visitor: string) => `${session} ${visitor}`;
  const rowsByVisit = new Map(rows.map((row) => [keyOf(row.session, row.visitor), row]));
  return latest.flatMap(([reached, visitor, session, node]) => {
    const visit = rowsByVisit.get(keyOf(session, visitor));
    return visit ? [{ ...visit, reachedAt: -reached, next: readNode(node) }] : [];
  });
}
