import { RELAUNCH_PLAN } from "../interfaces/ganttPlans.ts";
import { endOfPlan, moveTask } from "../interfaces/ganttState.ts";
import { dayName } from "../interfaces/ganttWords.ts";
import { PlanChange } from "../interfaces/PlanChange.tsx";
import { fillTemplate } from "../pricing/fillTemplate.ts";
import { PageText } from "./PageText.tsx";

interface WhatIfProps {
  /** The task that slips, by how many days, and what to say of it; `{end}` is the plan's last day after the slip. */
  rows: readonly { task: string; days: number; title: string; text: string }[];
}

/** The same slip at two places of the plan above, worked out by the chart's own rule. */
export function WhatIf({ rows }: WhatIfProps) {
  return (
    <div className="grid gap-14 lg:grid-cols-2 lg:gap-0">
      {rows.map(({ task, days, title, text }) => {
        const after = moveTask(RELAUNCH_PLAN, task, days);
        return (
          <div key={task} className="lg:first:pr-6 lg:last:pl-6">
            <PageText as="h3" className="font-display text-title">
              {title}
            </PageText>
            <PageText className="mt-2 mb-6 max-w-prose text-ink-muted">
              {fillTemplate(text, { end: dayName(endOfPlan(after) - 1) })}
            </PageText>
            <PlanChange before={RELAUNCH_PLAN} after={after} label={title} />
          </div>
        );
      })}
    </div>
  );
}
