import type { MonitoredAction } from "@marquee/contract/schema";
import { formatCounted } from "../../../shared/format/format.ts";

const NAMES = [
  ["rage", "rage click"],
  ["dead", "dead click"],
  ["error", "error click"],
] as const;

/** How often an action ended in frustration, by its type: "2 rage clicks, 1 error click"; empty where it never did. */
export function frustrationText(action: Pick<MonitoredAction, "rage" | "dead" | "error">): string {
  return NAMES.filter(([name]) => action[name] > 0)
    .map(([name, noun]) => formatCounted(action[name], noun))
    .join(", ");
}
