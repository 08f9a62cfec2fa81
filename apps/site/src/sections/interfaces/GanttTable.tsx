import { endOf, type Plan } from "./ganttState.ts";
import { dayName } from "./ganttWords.ts";

/** The same plan in rows and columns, for whoever reads rather than looks. */
export function GanttTable({ plan }: { plan: Plan }) {
  const titleOf = (id: string) => plan.find((task) => task.id === id)?.title ?? id;
  return (
    <details className="border-hairline border-t text-sm">
      <summary className="px-4 py-2.5 text-ink-muted">Read as a table</summary>
      <div className="overflow-x-auto px-4 pb-4">
        <table className="w-full text-left">
          <thead className="text-ink-muted text-xs">
            <tr>
              {["Task", "First day", "Last day", "Days", "Waits for"].map((head) => (
                <th key={head} scope="col" className="py-1.5 pr-4 font-normal">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {plan.map((task) => (
              <tr key={task.id} className="border-hairline border-t">
                <th scope="row" className="py-1.5 pr-4 font-medium">
                  {task.title}
                </th>
                <td className="pr-4">{dayName(task.start)}</td>
                <td className="pr-4">{dayName(endOf(task) - 1)}</td>
                <td className="pr-4">{task.length}</td>
                <td>{task.after.map(titleOf).join(", ") || "nothing"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
