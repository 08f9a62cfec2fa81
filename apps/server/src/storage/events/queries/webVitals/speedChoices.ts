import { WEB_VITALS_EVENT } from "@marquee/contract";
import type { SpeedAnswer } from "@marquee/contract/schema";
import type { EventStore } from "../../eventStore.ts";
import { type Span, spanParams } from "../sqlParts.ts";
import { OF_PEOPLE } from "./pageVitals.ts";

const MOST_CHOICES = 250;

/** Devices and countries of the page views of a span that told how fast they were. */
export async function querySpeedChoices(
  store: Pick<EventStore, "query">,
  span: Span,
): Promise<Pick<SpeedAnswer, "devices" | "countries">> {
  const sql = `
    SELECT arraySort(groupUniqArrayIf(${MOST_CHOICES})(toString(device), device != '')) AS devices,
           arraySort(groupUniqArrayIf(${MOST_CHOICES})(toString(country), country != '')) AS countries
    FROM events WHERE type = 'track' AND event = '${WEB_VITALS_EVENT}' AND ${OF_PEOPLE}`;
  const [row] = await store.query<Pick<SpeedAnswer, "devices" | "countries">>(sql, spanParams(span));
  return row ?? { devices: [], countries: [] };
}
