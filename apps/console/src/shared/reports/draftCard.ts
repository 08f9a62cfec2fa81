import type { Card } from "@marquee/contract/schema";
import { type Scope, scopeFilters } from "../address/scope.ts";

/** A card that is not on a board yet. It has the screen's filters. */
export interface CardDraft extends Omit<Card, "id" | "range"> {
  /** Whether it is in a hidden tab of the screen: it can be pinned, but is not part of a report. */
  isHidden?: boolean;
}

/** A card of a screen, with the screen's filters. */
export function draftCard(scope: Scope, card: Omit<CardDraft, "filters">): CardDraft {
  return { ...card, filters: scopeFilters(scope) };
}

/** A unique ID of a card. `randomUUID` would require HTTPS. */
export const newCardId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A draft as a card. @param range null to use that of the board or report. */
export function toCard({ isHidden, ...card }: CardDraft, range: Card["range"]): Card {
  return { ...card, id: newCardId(), range };
}

/** Every goal with its conversion rate. */
export const GOALS_CONTENT = {
  title: "Goals",
  width: "half",
  content: { kind: "list", dimension: "event:goal", metrics: ["visitors", "conversion_rate"], limit: 20 },
} as const satisfies Omit<CardDraft, "filters">;
