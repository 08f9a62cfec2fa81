import { DEFAULT_PERIOD, type Goal } from "@marquee/contract";
import type { Card, ReportDefinition } from "@marquee/contract/schema";
import { newCardId } from "../../shared/reports/draftCard.ts";

const MAX_GOALS = 2;

/** A useful first board: the figures that every site needs, and the first goals over time. */
export function firstBoard(goals: readonly Pick<Goal, "name">[]): ReportDefinition {
  const card = (title: string, width: Card["width"], content: Card["content"], goal?: string): Card => ({
    id: newCardId(),
    title,
    width,
    content,
    range: null,
    filters: goal === undefined ? [] : [["is", "event:goal", [goal]]],
  });
  const list = (title: string, dimension: Extract<Card["content"], { kind: "list" }>["dimension"]) =>
    card(title, "half", { kind: "list", dimension, metrics: ["visitors", "percentage"], limit: 8 });
  const figures = ["visitors", "visits", "bounce_rate", "leads", "lead_rate"] as const;
  const cards = [
    card("Key figures", "full", { kind: "figures", metrics: [...figures] }),
    card("Visitors over time", "full", { kind: "series", metric: "visitors", interval: null }),
    ...goals
      .slice(0, MAX_GOALS)
      .map(({ name }) =>
        card(`${name} over time`, "half", { kind: "series", metric: "events", interval: null }, name),
      ),
    list("Top sources", "visit:source"),
    list("Top pages", "event:page"),
    ...(goals.length > 0
      ? [
          card("Goals", "half", {
            kind: "list",
            dimension: "event:goal",
            metrics: ["visitors", "conversion_rate"],
            limit: 10,
          }),
        ]
      : []),
    list("Countries", "visit:country"),
  ];
  return {
    name: "Site at a glance",
    description: "",
    isShared: true,
    isDeleted: false,
    content: { kind: "board", period: DEFAULT_PERIOD, cards },
  };
}

/** A board without cards. */
export const emptyBoard = (): ReportDefinition => ({
  name: "",
  description: "",
  isShared: true,
  isDeleted: false,
  content: { kind: "board", period: DEFAULT_PERIOD, cards: [] },
});
