import type { HeatmapResponse } from "@marquee/contract/schema";
import type { EventStore } from "../../eventStore.ts";
import { type InteractionFilter, interactionParams, interactions } from "./interactions.ts";

const MAX_CHOICES = 250;

type Choices = Pick<HeatmapResponse, "devices" | "countries">;

/** Devices and countries of a page's interactions. */
export async function queryHeatmapChoices(
  store: Pick<EventStore, "query">,
  filter: Pick<InteractionFilter, "from" | "to" | "page">,
): Promise<Choices> {
  const sql = `
    SELECT arraySort(groupUniqArrayIf(${MAX_CHOICES})(toString(device), device != '')) AS devices,
           arraySort(groupUniqArrayIf(${MAX_CHOICES})(toString(country), country != '')) AS countries
    FROM ${interactions(filter)}`;
  const [row] = await store.query<Choices>(sql, interactionParams(filter));
  return row ?? { devices: [], countries: [] };
}
