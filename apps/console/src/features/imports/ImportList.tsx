import { formatCount, formatCounted, IMPORT_SYSTEMS } from "@marquee/contract";
import type { HistoryImport } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../../shared/api/request.ts";
import { formatInstant } from "../../shared/format/format.ts";
import type { Column } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { reportTitle } from "./reportTitle.ts";

/** Imports, each with a button to revert it. */
export function ImportList({ imports }: { imports: readonly HistoryImport[] }) {
  const [importToUndo, setImportToUndo] = useState<HistoryImport | null>(null);
  const undo = useMutation({
    mutationFn: ({ id }: HistoryImport) => request("POST /imports/:id/undo", { params: { id: String(id) } }),
    onSuccess: () => setImportToUndo(null),
  });
  return (
    <section aria-labelledby="imports-title">
      <h2 id="imports-title" className="font-display font-semibold text-lead">
        Imported files
      </h2>
      {imports.length === 0 ? (
        <p className="mt-2 text-ink-muted">
          No imports yet. Imported days appear on the Overview immediately, hatched in the chart.
        </p>
      ) : (
        <div className="mt-2">
          <DataTable
            caption="Imported files"
            columns={columnsOf((each) => {
              undo.reset();
              setImportToUndo(each);
            })}
            rows={imports}
            keyOf={({ id }) => String(id)}
            hasRowHeaders
          />
        </div>
      )}
      <ConfirmDialog
        isOpen={importToUndo !== null}
        title="Undo this import?"
        action="Undo import"
        dismissal="Keep it"
        isBusy={undo.isPending}
        isFinal
        error={undo.error}
        onConfirm={() => importToUndo && undo.mutate(importToUndo)}
        onDismiss={() => setImportToUndo(null)}
      >
        {importToUndo && (
          <p className="wrap-anywhere">
            {formatCounted(importToUndo.rows, "row")} of {importToUndo.name}, {importToUndo.first} to{" "}
            {importToUndo.last}, are deleted. The file can be imported again.
          </p>
        )}
      </ConfirmDialog>
    </section>
  );
}

function columnsOf(onUndo: (imported: HistoryImport) => void): Column<HistoryImport>[] {
  return [
    {
      id: "file",
      header: "File",
      isMain: true,
      cell: ({ name, system, reports }) => (
        <span className="wrap-anywhere">
          {name}
          <span className="block text-ink-muted text-xs">
            {IMPORT_SYSTEMS[system].title}:{" "}
            {reports.map(({ dimension }) => reportTitle(dimension)).join(", ")}
          </span>
        </span>
      ),
      text: ({ name }) => name,
    },
    {
      id: "days",
      header: "Days",
      from: 480,
      width: "w-36",
      cell: ({ first, last }) => (
        <span className="tabular-nums">
          {first}
          <br />
          {last}
        </span>
      ),
      text: ({ first, last }) => `${first} to ${last}`,
    },
    {
      id: "rows",
      header: "Rows",
      from: 560,
      isNumeric: true,
      width: "w-20",
      cell: ({ rows }) => formatCount(rows),
      exact: ({ rows }) => rows,
    },
    {
      id: "imported",
      header: "Imported",
      from: 720,
      width: "w-44",
      cell: ({ importedAt, importedBy }) => (
        <span className="wrap-anywhere">
          {formatInstant(importedAt)}
          <span className="block text-ink-muted text-xs">{importedBy}</span>
        </span>
      ),
      exact: ({ importedAt }) => importedAt,
      unit: "time",
    },
    {
      id: "undo",
      header: "Undo",
      isHeaderHidden: true,
      width: "w-24",
      className: "text-right",
      cell: (each) => (
        <Button
          variant="tertiary"
          size="sm"
          aria-label={`Undo the import of ${each.name}`}
          onClick={() => onUndo(each)}
        >
          Undo
        </Button>
      ),
    },
  ];
}
