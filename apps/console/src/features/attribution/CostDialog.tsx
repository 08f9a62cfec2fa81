import { cutText, formatCounted, formatMoney } from "@marquee/contract";
import { type CostFile, type CostPreview, MAX_COST_FILE_LENGTH } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { request } from "../../shared/api/request.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { formatInstant } from "../../shared/format/format.ts";
import { InlineError, UndoLine, Warning } from "../../shared/ui/states.tsx";

import { useVersioned } from "../../shared/versioned/useVersioned.ts";

interface CostDialogProps {
  mayEdit: boolean;
  onDismiss: () => void;
}

const MAX_NAME_LENGTH = 200;
const EXAMPLE = "date,source,medium,campaign,cost\n2026-11-24,google,cpc,brand,118.40";

/** Imports what campaigns cost from a CSV file, after a preview, and reverts imports. */
export function CostDialog({ mayEdit, onDismiss }: CostDialogProps) {
  const id = useId();
  const [file, setFile] = useState<CostFile | null>(null);
  const costs = useRoute("GET /ad-costs", { query: {} });
  const preview = useMutation({
    mutationFn: async (chosenFile: File) => {
      const read = await readFile(chosenFile);
      setFile(read);
      return request("POST /ad-costs/preview", { body: read });
    },
  });
  const save = useMutation({
    mutationFn: (body: CostFile) => request("POST /ad-costs", { body }),
    onSuccess: () => {
      setFile(null);
      preview.reset();
    },
  });
  const { save: change, ended, end, restore } = useVersioned("ad-costs");
  const imports = costs.data?.imports ?? [];
  const error = preview.error ?? save.error ?? change.error;
  return (
    <Dialog isOpen onDismiss={onDismiss} title="Ad cost" closeLabel="Close">
      <p className="text-ink-muted">
        A CSV file with one line per day and campaign, named by the utm_campaign of its links. Daily exports
        from Google Ads, Microsoft Advertising, Meta and LinkedIn work.
      </p>
      <pre className="mt-3 overflow-x-auto rounded-sm bg-surface-sunken p-3 text-xs">{EXAMPLE}</pre>
      {mayEdit ? (
        <div className="mt-4">
          <label htmlFor={id} className="block">
            CSV file
          </label>
          <input
            id={id}
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            className="mt-1.5 w-full text-xs file:mr-3 file:h-9 file:rounded-sm file:border file:border-control file:bg-surface file:px-3"
            onChange={({ target }) => {
              save.reset();
              const [chosen] = target.files ?? [];
              if (chosen) preview.mutate(chosen);
            }}
          />
        </div>
      ) : (
        <p className="mt-4 text-ink-muted">Ask an editor to import costs.</p>
      )}
      <div aria-live="polite" className="mt-4 grid gap-3 empty:mt-0">
        {preview.data && file && (
          <Preview preview={preview.data} isBusy={save.isPending} onImport={() => save.mutate(file)} />
        )}
        {save.data && (
          <p>
            Imported {formatCounted(save.data.rows, "line")} from {save.data.definition.name}.
          </p>
        )}
      </div>
      <InlineError error={error} className="mt-3" />
      <UndoLine
        text={ended && `Costs from ${ended.definition.name} no longer count.`}
        isBusy={change.isPending}
        onUndo={() => ended && restore(ended)}
      />
      {imports.length > 0 && (
        <>
          <h3 className="mt-6 font-medium">Imported files</h3>
          <ul className="mt-2 max-h-60 overflow-y-auto border-hairline border-t text-xs">
            {imports.map((stored) => (
              <li key={stored.id} className="flex items-center gap-3 border-hairline border-b py-1.5">
                <span className="wrap-anywhere min-w-0 flex-1">
                  {stored.definition.name}
                  <span className="block text-ink-muted tabular-nums">
                    {formatMoney(stored.cents / 100)}, {stored.first} to {stored.last}.{" "}
                    {formatInstant(stored.importedAt)}, {stored.importedBy}
                  </span>
                </span>
                {mayEdit && (
                  <Button
                    variant="tertiary"
                    size="sm"
                    aria-label={`Undo the import of ${stored.definition.name}`}
                    disabled={change.isPending}
                    onClick={() => end(stored)}
                  >
                    Undo
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

interface PreviewProps {
  preview: CostPreview;
  isBusy: boolean;
  onImport: () => void;
}

function Preview({ preview, isBusy, onImport }: PreviewProps) {
  const { problems, problemCount, rows, campaigns, first, last, cents, replaced } = preview;
  if (problemCount > 0)
    return (
      <Warning>
        <p>Nothing was imported. Fix the file and choose it again.</p>
        <ul className="mt-2 grid gap-1 text-xs">
          {problems.map(({ line, message }) => (
            <li key={line} className="wrap-anywhere">
              Line {line}: {message}
            </li>
          ))}
        </ul>
        {problemCount > problems.length && (
          <p className="mt-1 text-xs">And {problemCount - problems.length} more.</p>
        )}
      </Warning>
    );
  return (
    <>
      <p className="tabular-nums">
        {formatMoney(cents / 100)} for {formatCounted(campaigns, "campaign")} from {first} to {last}, in{" "}
        {formatCounted(rows, "line")}.
        {replaced > 0 && ` ${formatCounted(replaced, "line")} replace costs of the same day and campaign.`}
      </p>
      <div>
        <Button size="sm" disabled={isBusy} onClick={onImport}>
          {isBusy ? "Importing" : "Import"}
        </Button>
      </div>
    </>
  );
}

/** @throws if the file is too large, or not text in UTF-8. */
async function readFile(file: File): Promise<CostFile> {
  if (file.size > MAX_COST_FILE_LENGTH) throw new Error("The file is larger than 900 KB. Split it by date.");
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    return { name: cutText(file.name, MAX_NAME_LENGTH) || "costs.csv", text };
  } catch {
    throw new Error("The file is not UTF-8. Export it as a UTF-8 CSV file.");
  }
}
