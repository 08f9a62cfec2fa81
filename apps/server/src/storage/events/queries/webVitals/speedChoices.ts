import { WEB_VITALS_EVENT } from "@marquee/contract";
import type { SpeedResponse } from "@marquee/contract/schema";
import type { EventStore } from "../../eventStore.ts";
import { dateRangeParams, type Span } from "../sqlParts.ts";
import { OF_PEOPLE } from "./pageWebVitals.ts";

const MAX_CHOICES = 250;

/** Devices and countries of the page views in a date range that reported web vitals. */
export async function queryWebVitalsChoices(
  store: Pick<EventStore, "query">,
  span: Span,
): Promise<Pick<SpeedResponse, "devices" | "countries">> {
  const sql = `
    SELECT arraySort(groupUniqArrayIf(${MAX_CHOICES})(toString(device), device != '')) AS devices,
           arraySort(groupUniqArrayIf(${MAX_CHOICES})(toString(country), country != '')) AS countries
    FROM events WHERE type = 'track' AND event = '${WEB_VITALS_EVENT}' AND ${OF_PEOPLE}`;
  const [row] = await store.query<Pick<SpeedResponse, "devices" | "countries">>(sql, dateRangeParams(span));
  return row ?? { devices: [], countries: [] };
}
