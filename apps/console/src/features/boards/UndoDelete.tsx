import type { ReportState } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useSaveReport } from "../../shared/reports/useReports.ts";
import { InlineError } from "../../shared/ui/states.tsx";

interface UndoDeleteProps {
  deleted: ReportState | null;
  onRestored: () => void;
}

/** Says what was deleted, and brings it back. */
export function UndoDelete({ deleted, onRestored }: UndoDeleteProps) {
  const save = useSaveReport();
  return (
    <div role="status" className="mt-3 empty:mt-0">
      {deleted && (
        <p className="flex flex-wrap items-center gap-x-3 border-leaf border-l-4 bg-leaf-soft px-3 py-1">
          <span>Deleted {deleted.report.name}. Its links and emails have ended.</span>
          <Button
            variant="tertiary"
            size="sm"
            disabled={save.isPending}
            onClick={() =>
              save.mutate(
                { stored: deleted, report: { ...deleted.report, isDeleted: false } },
                { onSuccess: onRestored },
              )
            }
          >
            Undo
          </Button>
        </p>
      )}
      {save.isError && <InlineError error={save.error} />}
    </div>
  );
}
