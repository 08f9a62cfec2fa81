import { Burndown } from "../interfaces/drawings/Burndown.tsx";
import { Goals } from "../interfaces/drawings/Goals.tsx";
import { Workload } from "../interfaces/drawings/Workload.tsx";
import { PageText } from "./PageText.tsx";

interface ReportProps {
  burndown: string;
  workload: string;
  goals: string;
}

/** A page of numbers as a project's dashboard shows them: one that leads, two beside it. */
export function Report({ burndown, workload, goals }: ReportProps) {
  return (
    <div className="grid border-hairline border-y lg:grid-cols-4">
      <div className="py-8 lg:col-span-2 lg:row-span-2 lg:py-10 lg:pr-10">
        <PageText as="h3" className="mb-8 font-display text-title">
          {burndown}
        </PageText>
        <Burndown />
      </div>
      <div className="border-hairline py-8 max-lg:border-t lg:col-span-2 lg:px-6">
        <PageText as="h3" className="mb-6 font-display text-title">
          {workload}
        </PageText>
        <Workload />
      </div>
      <div className="border-hairline border-t py-8 lg:col-span-2 lg:px-6">
        <PageText as="h3" className="mb-6 font-display text-title">
          {goals}
        </PageText>
        <Goals />
      </div>
    </div>
  );
}
