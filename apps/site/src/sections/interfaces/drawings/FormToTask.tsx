import { ArrowDown, Check } from "lucide-react";

/** What someone fills in, and the task it becomes. */
export function FormToTask() {
  return (
    <figure aria-label="Sample form and the task made from it" className="text-sm">
      <p className="text-ink-muted text-xs">What do you need?</p>
      <p className="mt-1 border-control border-b pb-1">A banner for the spring sale</p>
      <ArrowDown aria-hidden="true" className="my-3 size-4 text-accent" />
      <p className="flex items-center gap-2 font-medium">
        <Check aria-hidden="true" className="size-4 text-accent" />
        Banner for the spring sale
      </p>
      <p className="mt-1 pl-6 text-ink-muted text-xs">Design requests, due Friday, asked by Sales</p>
    </figure>
  );
}
