import { cutText, formatBytes, formatCounted } from "@marquee/contract";
import type { ImportPreview, ImportsResponse } from "@marquee/contract/schema";
import { FileButton } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import clsx from "clsx";
import { FileUp } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { request } from "../../shared/api/request.ts";
import { TextLink } from "../../shared/ui/links.tsx";
import { InlineError } from "../../shared/ui/states.tsx";
import { Preview } from "./Preview.tsx";

/** Same limit as on the server (`MAX_IMPORT_BYTES`). */
const MAX_BYTES = 50_000_000;
const MAX_NAME_LENGTH = 200;

/** Imports a file: choose or drop it, check the preview, then import. */
export function FileImport({ measuredSince, imports }: ImportsResponse) {
  const hint = useId();
  const [file, setFile] = useState<File | null>(null);
  const preview = useMutation({
    mutationFn: async (chosen: File): Promise<ImportPreview> => {
      if (chosen.size > MAX_BYTES)
        throw new Error(
          `The file has ${formatBytes(chosen.size)}; at most 50 MB can be imported. Export a shorter date range.`,
        );
      return request("POST /imports/preview", { query: { name: nameOf(chosen) }, body: chosen });
    },
  });
  const save = useMutation({
    mutationFn: (chosen: File) => request("POST /imports", { query: { name: nameOf(chosen) }, body: chosen }),
    onSuccess: () => {
      setFile(null);
      preview.reset();
    },
  });
  const choose = (chosen: File | null | undefined) => {
    if (!chosen) return;
    save.reset();
    setFile(chosen);
    preview.mutate(chosen);
  };
  const cancel = () => {
    setFile(null);
    preview.reset();
  };
  const error = preview.error ?? save.error;
  return (
    <section aria-labelledby={`${hint}-title`}>
      <h2 id={`${hint}-title`} className="font-display font-semibold text-lead">
        Import a file
      </h2>
      <DropZone onDrop={choose}>
        <FileUp aria-hidden="true" className="size-6 shrink-0 text-ink-muted" strokeWidth={1.5} />
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <FileButton
              label="File to import"
              accept=".csv,.tsv,.txt,.zip,text/csv,application/zip"
              variant={preview.data ? "secondary" : "primary"}
              isDisabled={preview.isPending || save.isPending}
              aria-describedby={hint}
              onFiles={([chosen]) => choose(chosen)}
            >
              {file ? "Choose another file" : "Choose a file"}
            </FileButton>
            <span className="text-ink-muted max-sm:hidden">or drop it here</span>
          </div>
          <p id={hint} className="text-ink-muted text-xs">
            A CSV export of GA4, or the ZIP file of Plausible, up to 50 MB. Days from {measuredSince} on are
            left out, because they are measured here.
          </p>
        </div>
      </DropZone>
      <div aria-live="polite" className="mt-4 grid gap-4 empty:mt-0">
        {preview.isPending && <Busy>Reading {file?.name}</Busy>}
        {preview.data && file && !save.isPending && (
          <Preview
            name={file.name}
            preview={preview.data}
            hasTotals={[...imports, preview.data].some(({ reports }) =>
              reports.some(({ dimension }) => dimension === ""),
            )}
            onImport={() => save.mutate(file)}
            onCancel={cancel}
          />
        )}
        {save.isPending && <Busy>Importing {file?.name}</Busy>}
        {save.data && (
          // The focused button is gone.
          <p ref={focusOn} tabIndex={-1} className="border-leaf border-l-4 bg-leaf-soft px-3 py-2">
            Imported {formatCounted(save.data.rows, "row")} from {save.data.name}, {save.data.first} to{" "}
            {save.data.last}.{" "}
            <TextLink href={`/?range=${save.data.first}..${save.data.last}`}>
              See them on the Overview
            </TextLink>
          </p>
        )}
      </div>
      <InlineError error={error} className="mt-4" />
    </section>
  );
}

const focusOn = (element: HTMLElement | null) => element?.focus();

const nameOf = ({ name }: File) => cutText(name, MAX_NAME_LENGTH) || "export.csv";

function Busy({ children }: { children: React.ReactNode }) {
  return (
    <div className="grid gap-2">
      <p className="wrap-anywhere text-ink-muted">{children} …</p>
      <div aria-hidden="true" className="pulses h-1 rounded-full bg-accent" />
    </div>
  );
}

interface DropZoneProps {
  children: React.ReactNode;
  onDrop: (file: File | undefined) => void;
}

function DropZone({ children, onDrop }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same by keyboard.
    <div
      className={clsx(
        "mt-3 flex items-start gap-4 rounded-md border border-dashed p-5",
        isOver ? "border-accent bg-surface-sunken" : "border-control",
      )}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onDrop(event.dataTransfer.files[0]);
      }}
    >
      {children}
    </div>
  );
}
