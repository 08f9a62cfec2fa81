import { NOT_SET } from "@marquee/contract";
import type { DropOffVisit, FunnelDropOff } from "@marquee/contract/schema";
import type { EventStore } from "../../eventStore.ts";
import { type FunnelQuestion, funnelUnits } from "./funnelUnits.ts";
import { createJourneyVisits } from "./journeyVisits.ts";
import { LEFT, pathEvents, readNode } from "./pathNodes.ts";

/** Visits that are listed. */
const LISTED = 50;
/** What they did next. */
const RANKED = 12;
/** A site has fewer pages and buttons. Clients can send any number of names. */
const MOST_NODES = 5000;

interface DropOffOptions {
  /** The last step that was reached, from 1. */
  step: number;
  /** Only those with this value of the breakdown; null for all. */
  part: string | null;
}

type StoredVisit = Omit<DropOffVisit, "next" | "replay"> & { total: number };
type StoredDropOff = Omit<FunnelDropOff, "visits"> & { visits: Omit<DropOffVisit, "replay">[] };

/** Who reached a step and not the next one, the latest first, and what they did next in the same visit. */
export async function queryDropOff(
  store: Pick<EventStore, "query">,
  question: FunnelQuestion,
  options: DropOffOptions,
): Promise<StoredDropOff> {
  const [visits, ranked] = await Promise.all([
    readVisits(store, question, options),
    readNext(store, question, options),
  ]);
  const nextOf = new Map(
    ranked.flatMap(({ node, latest }) => latest.map((key) => [key, readNode(node)] as const)),
  );
  const units = visits[0]?.total ?? 0;
  const went = ranked.reduce((sum, each) => sum + each.units, 0);
  const next = ranked.slice(0, RANKED).map(({ node, units }) => ({ node: readNode(node), units }));
  if (units > went) next.push({ node: readNode(LEFT), units: units - went });
  return {
    units,
    next: next.sort((one, other) => other.units - one.units || (one.node.kind === "left" ? -1 : 0)),
    visits: visits.map(({ total, ...visit }) => ({
      ...visit,
      next: nextOf.get(`${visit.session} ${visit.visitor}`) ?? readNode(LEFT),
    })),
  };
}

/** Subquery of those who left, with the visit in which they reached the step. */
function leftAfter(question: FunnelQuestion, { step, part }: DropOffOptions) {
  const { bindings, sql: units } = funnelUnits(question);
  const isPart = part === null ? "" : ` AND has(parts, ${bindings.bind(part === NOT_SET ? "" : part)})`;
  const sql = `(
    SELECT visitor_id, reached[${step}].2 AS reached_at,
           arrayFirst(hit -> hit.1 = reached_at AND bitTest(hit.3, ${step - 1}), hits).4 AS session_id
    FROM ${units} WHERE length(reached) = ${step}${isPart})`;
  return { bindings, sql };
}

async function readVisits(
  store: Pick<EventStore, "query">,
  question: FunnelQuestion,
  options: DropOffOptions,
): Promise<StoredVisit[]> {
  const { bindings, sql } = leftAfter(question, options);
  // Customers are among the units only if the question mentions them.
  const { sessions } = createJourneyVisits(question, ["visit:audience"]);
  const texts = {
    entryPage: "entry_page",
    exitPage: "exit_page",
    source: "source",
    country: "country",
    device: "device",
  };
  const rows = await store.query<StoredVisit>(
    `SELECT visitor_id AS visitor, toFloat64(session_id) AS session, toFloat64(toUnixTimestamp64Milli(started)) AS at,
            toFloat64(reached_at) AS reachedAt, toFloat64(total) AS total,
            ${Object.entries(texts)
              .map(([name, column]) => `toString(visit.${column}) AS ${name}`)
              .join(", ")}
     FROM (SELECT *, count() OVER () AS total FROM ${sql} ORDER BY reached_at DESC, visitor_id, session_id LIMIT ${LISTED}) AS dropped
     INNER JOIN ${sessions(["started", ...Object.values(texts)])} AS visit USING (session_id, visitor_id)
     ORDER BY reached_at DESC, visitor_id, session_id`,
    bindings.params,
  );
  return rows;
}

interface RankedNode {
  node: string;
  units: number;
  /** Sessions and visitors of the latest of them. Those that are listed are among them, because the order is the same. */
  latest: string[];
}

/** What those who left did next, the most frequent first. Those who did nothing are missing. */
function readNext(
  store: Pick<EventStore, "query">,
  question: FunnelQuestion,
  options: DropOffOptions,
): Promise<RankedNode[]> {
  const { bindings, sql } = leftAfter(question, options);
  return store.query<RankedNode>(
    `SELECT node, toFloat64(count()) AS units,
            arrayMap(each -> concat(toString(each.3), ' ', each.2), groupArraySorted(${LISTED})((-reached, visitor_id, session_id))) AS latest
     FROM (
       SELECT session_id, visitor_id, any(reached_at) AS reached, argMin(node, (at, message_id)) AS node
       FROM (${pathEvents("all", bindings)}) AS event INNER JOIN ${sql} AS dropped USING (session_id, visitor_id)
       WHERE at > reached_at GROUP BY session_id, visitor_id)
     GROUP BY node ORDER BY units DESC, node LIMIT ${MOST_NODES}`,
    bindings.params,
  );
}
