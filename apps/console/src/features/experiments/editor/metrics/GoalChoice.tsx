import type { Goal } from "@marquee/contract";
import { useQuery } from "@tanstack/react-query";
import { request } from "../../../../shared/api/request.ts";

/** Adds a goal as a metric. Shows nothing until there are goals. */
export function GoalChoice({ onChoose }: { onChoose: (goal: Goal) => void }) {
  const list = useQuery({ queryKey: ["goals"], queryFn: () => request("GET /goals") });
  const goals = (list.data?.goals ?? []).filter(({ isArchived }) => !isArchived).map(({ goal }) => goal);
  if (goals.length === 0) return null;
  return (
    <select
      aria-label="Add a goal as a metric"
      value=""
      onChange={({ target }) => {
        const chosen = goals.find(({ id }) => String(id) === target.value);
        if (chosen) onChoose(chosen);
      }}
      className="h-9 max-w-full rounded-sm border border-control bg-surface px-2.5 font-medium"
    >
      <option value="" disabled>
        Goal …
      </option>
      {goals.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
