import type { EventFilter } from "@marquee/contract/schema";
import { dateRangeParams, type Span } from "../../../platform/storage/events/queries/sqlParts.ts";
import { ALL_ERRORS } from "../../monitoring/errors/queries/errorRows.ts";
import type { Selection } from "../../questions/queries/selection.ts";

/** Which events a list shows: received in a date range, selected by the screen's filters, and matching those of the list. */
export interface EventConditions extends Span {
  selection: Selection;
  filter: EventFilter;
  /** Whether the filters may identify people by user ID. */
  seesPeople: boolean;
}

/** Each condition is independent and uses the parameter of the same name. */
const CONDITIONS: Record<Exclude<keyof EventConditions["filter"], "kind">, string> = {
  type: "type = {type:String}",
  error: `message_id IN (SELECT message_id FROM ${ALL_ERRORS}
    WHERE positionCaseInsensitiveUTF8(said, {error:String}) > 0 OR fingerprint = {error:String})`,
  person: "(visitor_id = {person:String} OR anonymous_id = {person:String} OR user_id = {person:String})",
  messageId: "message_id = {messageId:String}",
  audience: "audience = {audience:String}",
  bot: "bot = {bot:String}",
};
const ANONYMOUS_PERSON = "anonymous_id = {person:String}";
const KINDS = { people: "bot = ''", bots: "bot != ''" } as const;

/** The condition of a list of events as SQL, and its parameters. */
export function eventConditions({ selection, filter, seesPeople, ...span }: EventConditions) {
  const { kind } = filter;
  // Not the keys of `filter`, which may have others.
  const names = (Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]).filter(
    (name) => filter[name] !== undefined,
  );
  const texts = Object.fromEntries(names.map((name) => [name, filter[name]]));
  const conditions = [
    "received_at >= fromUnixTimestamp64Milli({from:Int64})",
    "received_at < fromUnixTimestamp64Milli({to:Int64})",
    ...(selection.ofEvents === "1" ? [] : [selection.ofEvents]),
    ...names.map((name) => (name === "person" && !seesPeople ? ANONYMOUS_PERSON : CONDITIONS[name])),
    ...(kind ? [KINDS[kind]] : []),
  ];
  return {
    where: conditions.map((each) => `(${each})`).join(" AND "),
    params: { ...dateRangeParams(span), ...texts, ...selection.params },
  };
}
