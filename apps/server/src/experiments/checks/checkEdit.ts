import { isDeepStrictEqual } from "node:util";
import type { ExperimentDefinition } from "@marquee/contract";
import type { ExperimentRow } from "../experimentRow.ts";
import { refuse } from "./refuse.ts";

/** Who sees what must stay while it runs, and so must what it is judged by. */
const FIXED = ["kind", "flag", "page", "variations", "targeting", "coverage"] as const;

/** Refuses what a running experiment may not become. @throws {ApiError} bad_request */
export function checkEdit({ state, shipped, definition }: ExperimentRow, next: ExperimentDefinition): void {
  const leads =
    definition.kind === "redirect" && shipped !== null && shipped !== definition.variations[0]?.key;
  if (state !== "running" && leads && next.page !== definition.page)
    refuse([`page: Visitors are led by what was shipped; ship the control before you change the page.`]);
  if (state !== "running") return;
  const changed: string[] = FIXED.filter((field) => !isDeepStrictEqual(definition[field], next[field]));
  if (!isDeepStrictEqual(nameless(definition), nameless(next))) changed.push("metrics");
  refuse(changed.map((field) => `${field}: Stop the experiment to change this; while it runs it must stay.`));
}

/** Metrics by what they count; their names may change. */
function nameless({ metrics }: ExperimentDefinition) {
  return metrics.map(({ name: _name, ...metric }) => metric);
}
