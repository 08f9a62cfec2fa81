import { PATH_COLUMNS, type PathsQuery, type PathsResponse } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { createJourneyVisits, type JourneyQuestion } from "./journeyVisits.ts";
import { ENTERED, LEFT, OTHER, pathEvents, readNode, writeNode } from "./pathNodes.ts";

/** Number of named nodes in a column. The others are one node. */
const NAMED = 8;

interface PathsQuestion extends JourneyQuestion, Pick<PathsQuery, "anchor" | "direction" | "of"> {}

/** Columns have a prefix, so that their names do not hide the source columns. */
interface StoredLink {
  column: number;
  /** The nodes nearer to and further from the anchor. */
  "row near": string;
  "row far": string;
  "row visits": number;
  "row visitors": number;
  "row occurrences": number;
}

/**
 * Where visits went after the first time that they saw a page or sent an event, or came from before the last time. Consecutive repetitions are one step.
 * The row of column 0 has the totals.
 */
export async function queryPaths(
  store: Pick<EventStore, "query">,
  { anchor, direction, of, ...journeyQuestion }: PathsQuestion,
): Promise<PathsResponse> {
  const { bindings, isSelected, sessions } = createJourneyVisits(journeyQuestion);
  const node = bindings.bind(writeNode(anchor));
  const [end, other] = [bindings.bind(direction === "from" ? LEFT : ENTERED), bindings.bind(OTHER)];
  // Events of the same millisecond are sorted by name. Message IDs would be just as arbitrary, and cost 12%
  // of the time.
  const inOrder = "arrayMap(each -> each.2, arraySort(groupArray((at, node))))";
  const visits = `
    SELECT session_id, visitor_id, ${direction === "from" ? inOrder : `arrayReverse(${inOrder})`} AS nodes,
           countIf(node = ${node}) AS occurrences
    FROM (${pathEvents(of, bindings, anchor)})
    GROUP BY session_id, visitor_id HAVING occurrences > 0`;
  const paths = `
    SELECT visitor_id, occurrences, arrayCompact(nodes) AS steps,
           arraySlice(steps, indexOf(steps, ${node}), ${PATH_COLUMNS}) AS part,
           if(length(part) < ${PATH_COLUMNS}, arrayPushBack(part, ${end}), part) AS path
    FROM (${visits}) AS visit INNER JOIN ${sessions([])} AS session USING (session_id, visitor_id)
    WHERE ${isSelected}`;
  const links = `
    SELECT link.1 AS column, link.2 AS near, link.3 AS far, count() AS visits,
           uniqExactIf(sipHash64(visitor_id), column = 0) AS visitors, sumIf(occurrences, column = 0) AS occurrences_here
    FROM (${paths})
    ARRAY JOIN arrayPushFront(
      arrayMap((column, near, far) -> (toUInt8(column), near, far), range(1, length(path)), arrayPopBack(path), arrayPopFront(path)),
      (toUInt8(0), '', '')) AS link
    GROUP BY link`;
  // Both ends of a link rank by the visits of their whole column, so that a node is grouped alike on both sides.
  const ranked = `
    SELECT *, dense_rank() OVER (PARTITION BY column ORDER BY near_visits DESC, near) AS near_rank,
           dense_rank() OVER (PARTITION BY column ORDER BY far = ${end}, far_visits DESC, far) AS far_rank
    FROM (SELECT *, sum(visits) OVER (PARTITION BY column, near) AS near_visits, sum(visits) OVER (PARTITION BY column, far) AS far_visits FROM (${links}))`;
  const named = (side: string) => `if(${side}_rank <= ${NAMED} OR ${side} = ${end}, ${side}, ${other})`;
  const rows = await store.query<StoredLink>(
    `SELECT column, ${named("near")} AS "row near", ${named("far")} AS "row far", toFloat64(sum(visits)) AS "row visits",
            toFloat64(sum(visitors)) AS "row visitors", toFloat64(sum(occurrences_here)) AS "row occurrences"
     FROM (${ranked}) GROUP BY column, "row near", "row far" ORDER BY column, "row visits" DESC, "row near", "row far"`,
    bindings.params,
  );
  return toResponse(rows, direction);
}

function toResponse(rows: readonly StoredLink[], direction: PathsQuery["direction"]): PathsResponse {
  const total = rows.find(({ column }) => column === 0);
  return {
    visits: total?.["row visits"] ?? 0,
    visitors: total?.["row visitors"] ?? 0,
    occurrences: total?.["row occurrences"] ?? 0,
    links: rows
      .filter(({ column }) => column > 0)
      .map((row) => {
        const [near, far] = [readNode(row["row near"]), readNode(row["row far"])];
        const [from, to] = direction === "from" ? [near, far] : [far, near];
        return { column: row.column - 1, from, to, visits: row["row visits"] };
      }),
  };
}
