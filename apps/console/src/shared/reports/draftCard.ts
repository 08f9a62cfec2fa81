import type { Card } from "@marquee/contract/schema";
import { queryFilters, type Scope } from "../address/scope.ts";

/** A card that is not on a board yet. Its filters are those of the screen. */
export type CardDraft = Omit<Card, "id" | "range">;

/** A card of a screen, as it is filtered. */
export function draftCard(scope: Scope, card: Omit<CardDraft, "filters">): CardDraft {
  return { ...card, filters: queryFilters(scope) };
}

/** An ID that no other card of a board has. */
export const newCardId = (): string => crypto.randomUUID();

/** Every goal with its conversion rate. */
export const GOALS_CONTENT = {
  title: "Goals",
  width: "half",
  content: { kind: "list", dimension: "event:goal", metrics: ["visitors", "conversion_rate"], limit: 20 },
} as const satisfies Omit<CardDraft, "filters">;
