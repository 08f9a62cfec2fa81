import { may } from "@marquee/contract/schema";
import { useRoute } from "../../shared/api/useRoute.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { About, ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/states.tsx";
import { ExportSteps } from "./ExportSteps.tsx";
import { FileImport } from "./FileImport.tsx";
import { ImportList } from "./ImportList.tsx";

/** History from other systems: how to export it, the import form, and earlier imports. */
export function Imports({ title, account: { role } }: ScreenProps) {
  const stored = useRoute("GET /imports", {}, { enabled: may(role, "edit") });
  if (!may(role, "edit"))
    return (
      <>
        <ScreenHeader title={title} />
        <EmptyState title="For editors and owners">
          Imported days change the figures that everyone sees. Ask an owner for the editor role.
        </EmptyState>
      </>
    );
  return (
    <>
      <ScreenHeader title={title} />
      <About>
        Bring in your history from Google Analytics 4 or Plausible to compare this year with earlier ones.
        Imported days are totals: they add to the figures, charts and lists on the Overview and on boards.
        Visits, journeys, attribution, experiments and alerts use only what was measured here.
      </About>
      <QueryView
        query={stored}
        loading={<Skeleton className="mt-6 h-96" />}
        className="mt-6 grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-10"
      >
        {(data) => (
          <>
            <FileImport {...data} />
            <ImportList imports={data.imports} />
            <ExportSteps />
          </>
        )}
      </QueryView>
    </>
  );
}
