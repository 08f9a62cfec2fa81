import { formatCounted } from "@marquee/contract";
import {
  type DraftSummary,
  type ImportedText,
  MAX_REPORTED,
  MAX_XLIFF_BYTES,
  type TranslationReport,
} from "@marquee/contract/schema";
import { Button, Check, FileButton } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { request } from "../../../shared/api/request.ts";
import { languageName } from "../../../shared/format/languageName.ts";
import { InlineError } from "../../../shared/ui/states.tsx";
import { BeforeAfter } from "../DraftChanges.tsx";
import { DraftField, ensureDraft } from "../DraftField.tsx";

interface XliffImportProps {
  drafts: readonly DraftSummary[];
  draft: number | null;
  onImported: (draft: number) => void;
  onDismiss: () => void;
}

/** Imports translations from an XLIFF file into a draft, after showing what they change. */
export function XliffImport({ drafts, draft: open, onImported, onDismiss }: XliffImportProps) {
  const hint = useId();
  const [draft, setDraft] = useState(open);
  const [file, setFile] = useState<File | null>(null);
  const [withOutdated, setWithOutdated] = useState(false);
  const check = useMutation({
    mutationFn: async ({ chosen, into }: { chosen: File; into: number | null }) => {
      if (chosen.size > MAX_XLIFF_BYTES)
        throw new Error(`The file is larger than ${MAX_XLIFF_BYTES / 1024 ** 2} MB. Export fewer texts.`);
      return request("POST /content/translations/check", {
        query: into === null ? {} : { draft: into },
        body: chosen,
      });
    },
  });
  const save = useMutation({
    mutationFn: async ({ chosen, locale }: { chosen: File; locale: TranslationReport["locale"] }) => {
      const into = await ensureDraft(draft, `Translations into ${languageName(locale)}`);
      const params = { id: String(into) };
      const query = { outdated: withOutdated };
      await request("POST /content/drafts/:id/translations", { params, query, body: chosen });
      return into;
    },
    onSuccess: onImported,
  });
  const choose = (chosen: File | null, into: number | null) => {
    setFile(chosen);
    save.reset();
    if (chosen) check.mutate({ chosen, into });
  };
  const report = check.data;
  const count = report ? report.counts.changed + (withOutdated ? report.counts.outdated : 0) : 0;
  const error = check.error ?? save.error;
  return (
    <Dialog isOpen onDismiss={onDismiss} title="Import translations" closeLabel="Close" size="lg">
      <div className="grid gap-5">
        <div className="grid gap-1.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <FileButton
              label="File to import"
              accept=".xlf,.xliff,.xml,application/xliff+xml"
              variant={report ? "secondary" : "primary"}
              isDisabled={check.isPending || save.isPending}
              aria-describedby={hint}
              onFiles={([chosen]) => choose(chosen ?? null, draft)}
            >
              {file ? "Choose another file" : "Choose a file"}
            </FileButton>
            {file && <span className="wrap-anywhere">{file.name}</span>}
          </div>
          <p id={hint} className="text-ink-muted text-xs">
            An XLIFF 2.0 file that was exported here and translated, up to {MAX_XLIFF_BYTES / 1024 ** 2} MB.
          </p>
        </div>
        <div role="status" className="grid gap-5 empty:hidden">
          {check.isPending && <p className="text-ink-muted">Reading {file?.name}</p>}
          {report && <Report report={report} withOutdated={withOutdated} onWithOutdated={setWithOutdated} />}
        </div>
        <InlineError error={error} />
        {report && (
          <>
            <DraftField
              drafts={drafts}
              draft={draft}
              onChange={(into) => {
                setDraft(into);
                choose(file, into);
              }}
            />
            <div className="flex flex-wrap gap-3">
              <Button
                size="sm"
                disabled={save.isPending || check.isPending || count === 0}
                onClick={() => file && save.mutate({ chosen: file, locale: report.locale })}
              >
                {save.isPending ? "Adding" : `Add ${formatCounted(count, "text")} to the draft`}
              </Button>
              <Button size="sm" variant="secondary" onClick={onDismiss}>
                Cancel
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

interface ReportProps {
  report: TranslationReport;
  withOutdated: boolean;
  onWithOutdated: (withOutdated: boolean) => void;
}

function Report({ report, withOutdated, onWithOutdated }: ReportProps) {
  const { locale, counts, changes, outdated, unknown, problems } = report;
  const otherCounts = [
    `${formatCounted(counts.unchanged, "text")} unchanged`,
    `${counts.untranslated} without a translation`,
  ];
  return (
    <>
      <div>
        <p className="font-display text-title">
          {counts.changed === 0
            ? `No new translations into ${languageName(locale)}`
            : `${formatCounted(counts.changed, "new translation")} into ${languageName(locale)}`}
        </p>
        <p className="text-ink-muted">{otherCounts.join(", ")}.</p>
      </div>
      <Entries
        title="Can’t be used"
        count={counts.problems}
        about="These texts are left out. Fix them in the file and choose it again."
      >
        {problems.map(({ line, unit, problem }) => (
          <li key={line} className="wrap-anywhere border-hairline border-b py-2">
            <Place line={line} unit={unit} />
            <p>{problem}</p>
          </li>
        ))}
      </Entries>
      <Entries
        title="Not on this site"
        count={counts.unknown}
        about="The site doesn't have these texts, or no longer does. They are left out."
      >
        {unknown.map(({ line, unit, text }) => (
          <li key={line} className="wrap-anywhere border-hairline border-b py-2">
            <Place line={line} unit={unit} />
            <p>{text}</p>
          </li>
        ))}
      </Entries>
      <Entries
        title="Outdated"
        count={counts.outdated}
        about="The English texts have changed since the export. The upper one is what was translated."
      >
        {outdated.map((text) => (
          <li key={text.line} className="grid gap-1 border-hairline border-b py-2">
            <TextTitle text={text} />
            <BeforeAfter before={text.exportedSource} after={text.source} />
            <p className="wrap-anywhere mt-1">{text.after}</p>
          </li>
        ))}
      </Entries>
      {counts.outdated > 0 && (
        <Check label="Use the outdated translations too" checked={withOutdated} onChange={onWithOutdated} />
      )}
      <Entries title="Changes" count={counts.changed}>
        {changes.map((text) => (
          <li key={text.line} className="grid gap-1 border-hairline border-b py-2">
            <TextTitle text={text} />
            <BeforeAfter before={text.before || "nothing"} after={text.after} />
          </li>
        ))}
      </Entries>
    </>
  );
}

function Place({ line, unit }: { line: number; unit: string }) {
  return (
    <p className="text-ink-muted text-xs">
      Line {line}, unit {unit}
    </p>
  );
}

function TextTitle({ text: { title, label } }: { text: ImportedText }) {
  return (
    <p className="text-ink-muted text-xs">
      {title} · {label}
    </p>
  );
}

interface EntriesProps {
  title: string;
  count: number;
  about?: string;
  children: ReactNode;
}

/** A list in a report, which contains only the first entries. */
function Entries({ title, count, about, children }: EntriesProps) {
  const id = useId();
  if (count === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-medium">
        {title} <span className="font-normal text-ink-muted tabular-nums">{count}</span>
      </h3>
      {about && <p className="text-ink-muted text-xs">{about}</p>}
      <ul className="mt-1 max-h-72 overflow-y-auto border-hairline border-t">{children}</ul>
      {count > MAX_REPORTED && <p className="text-ink-muted text-xs">The first {MAX_REPORTED} are shown.</p>}
    </section>
  );
}
