import type { ClickKind } from "@marquee/contract/schema";
import { type InteractionFilter, interactions } from "./interactions.ts";

const CONDITIONS: Record<ClickKind, string> = {
  all: "",
  rage: " AND frustration = 'rage'",
  dead: " AND frustration = 'dead'",
};

/** Clicks of a kind whose element is known, each row once, as a table. Other clients than ours need not tell it. */
export function clicksOf(kind: ClickKind, filter: InteractionFilter): string {
  return `(SELECT * FROM ${interactions(filter)} WHERE type = 'click' AND selector != ''${CONDITIONS[kind]})`;
}
