import type { GoalCondition, GoalDefinition } from "@marquee/contract";
import { goalStore } from "../domains/goals/goalStore.ts";
import type { DemoStores } from "./clearDemo.ts";
import { DEMO_ACTOR } from "./marks.ts";
import type { Story } from "./story.ts";

const CONDITIONS: Readonly<Record<string, GoalCondition>> = {
  "Sent a form": { kind: "form", step: "sent", form: null },
  "Viewed pricing": { kind: "page", match: "contains", path: "/pricing" },
  "Finished the demo": { kind: "event", event: "complete flow", properties: [] },
};

/** Defines the demo's goals. An existing goal with the same name is left unchanged. */
export async function storeGoals(db: DemoStores["db"], { now }: Pick<Story, "now">): Promise<void> {
  const { states, unreadable } = await goalStore.list(db);
  const taken = [...states.map(({ definition }) => definition), ...unreadable].map(({ name }) =>
    name.toLowerCase(),
  );
  for (const [name, condition] of Object.entries(CONDITIONS)) {
    if (taken.includes(name.toLowerCase())) continue;
    const goal: GoalDefinition = { name, condition, value: null, isArchived: false };
    await goalStore.create(db, goal, { actor: DEMO_ACTOR, now });
  }
}
