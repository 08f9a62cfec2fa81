import { alternativesOf, type Goal, type SingleCondition } from "@marquee/contract";
import type { EventRow } from "../platform/storage/events/eventRow.types.ts";

/** A visit as plain counting has it, to compare queries with. */
export interface Visit {
  visitor: string;
  events: EventRow[];
  views: EventRow[];
  first: EventRow;
  exitPage: string;
  isCustomer: boolean;
  variations: string[];
  started: number;
  ended: number;
}

export function visitsOf(events: readonly EventRow[]): Visit[] {
  const groups = new Map<string, EventRow[]>();
  for (const event of events) {
    if (event.bot !== "") continue;
    const key = `${event.session_id} ${event.visitor_id}`;
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  const order = (one: EventRow, other: EventRow) =>
    one.timestamp - other.timestamp || (one.message_id < other.message_id ? -1 : 1);
  return [...groups.values()].map((list) => {
    const sorted = [...list].sort(order);
    const views = sorted.filter(({ type }) => type === "page");
    const first = (views[0] ?? sorted[0]) as EventRow;
    return {
      visitor: first.visitor_id,
      events: sorted,
      views,
      first,
      exitPage: (views.at(-1) ?? sorted.at(-1))?.path ?? "",
      isCustomer: sorted.some(({ audience }) => audience === "customer"),
      variations: [...new Set(sorted.flatMap(({ variations }) => variations))].sort(),
      started: sorted[0]?.timestamp ?? 0,
      ended: sorted.at(-1)?.timestamp ?? 0,
    };
  });
}

export const isLost = (event: EventRow | undefined) => event?.type === "page" && event.name === "Not found";

export function reaches(event: EventRow, { condition }: Goal): boolean {
  return alternativesOf(condition).some((each) => meets(event, each));
}

function meets(event: EventRow, condition: SingleCondition): boolean {
  if (condition.kind === "page") {
    const { match, path } = condition;
    return (
      event.type === "page" &&
      !isLost(event) &&
      (match === "is" ? event.path === path : event.path.includes(path))
    );
  }
  if (condition.kind !== "event") return false;
  const properties = JSON.parse(event.properties) as Record<string, string>;
  return (
    event.type === "track" &&
    event.event === condition.event &&
    condition.properties.every(({ name, value }) => properties[name] === value)
  );
}
