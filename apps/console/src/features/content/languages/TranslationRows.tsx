import { DEFAULT_LOCALE } from "@marquee/contract";
import type { ContentField, ContentItemSummary, TranslationState } from "@marquee/contract/schema";
import { Badge, Button } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { request } from "../../../shared/api/request.ts";
import { InlineError } from "../../../shared/ui/states.tsx";
import { ContentInput } from "../FieldForm.tsx";
import type { ContentDraft } from "../useContentDraft.ts";
import { type ShownTexts, STATE_NAMES, STATE_TONES } from "./languageTexts.ts";

export interface Filter {
  show: ShownTexts;
  text: string;
}

interface TranslationRow {
  field: ContentField;
  source: string;
  state: TranslationState;
  /** The English text that an outdated translation was made from, if known. */
  previous: string | undefined;
}

interface TranslationRowsProps {
  rows: readonly TranslationRow[];
  item: Pick<ContentItemSummary, "key" | "locale">;
  edited: ContentDraft;
  filter: Filter;
  mayEdit: boolean;
  /** Shown above the English text. */
  picture?: ReactNode;
}

/** One row for each text, by section: English on the left, the translation on the right. */
export function TranslationRows({ rows, filter, ...props }: TranslationRowsProps) {
  const { edited } = props;
  // A row stays listed when its state changes, so that nobody loses the text that they are editing.
  const listedPointers = useRef(new Set<string>());
  for (const { field, state } of rows)
    if (filter.show === "all" || state === filter.show) listedPointers.current.add(field.pointer);
  const wanted = filter.text.toLowerCase();
  const visibleRows = rows.filter(
    ({ field, source }) =>
      listedPointers.current.has(field.pointer) &&
      (wanted === "" || `${source}\n${edited.read(field)}`.toLowerCase().includes(wanted)),
  );
  if (visibleRows.length === 0)
    return props.picture ? null : (
      <p className="mt-8 text-ink-muted">{wanted === "" ? "No texts match." : "No text contains this."}</p>
    );
  const sections = [...new Set(visibleRows.map(({ field }) => field.section))];
  return (
    <div className="mt-6 grid gap-10">
      {sections.map((section) => (
        <fieldset key={section} className="min-w-0">
          <legend className="wrap-anywhere mb-2 font-display font-semibold text-lead">{section}</legend>
          <ul className="border-hairline border-t">
            {visibleRows
              .filter(({ field }) => field.section === section)
              .map((row) => (
                <Row key={row.field.pointer} row={row} {...props} />
              ))}
          </ul>
        </fieldset>
      ))}
    </div>
  );
}

type RowProps = Omit<TranslationRowsProps, "rows" | "filter"> & { row: TranslationRow };

function Row({ row: { field, source, state, previous }, item, edited, mayEdit, picture }: RowProps) {
  const id = useId();
  const isMarkdown = field.kind === "markdown";
  return (
    <li
      className="grid gap-x-8 gap-y-3 border-hairline border-b py-4 [contain-intrinsic-size:auto_7rem] [content-visibility:auto] md:grid-cols-2"
      onKeyDown={(event) => goOn(event, edited)}
    >
      <div className="min-w-0">
        <p className="flex min-h-6 flex-wrap items-center gap-x-3">
          <span className="text-ink-muted">English</span>
          {state !== "translated" && <Badge tone={STATE_TONES[state]}>{STATE_NAMES[state]}</Badge>}
        </p>
        {picture && <div className="mt-2">{picture}</div>}
        <p
          id={id}
          lang={DEFAULT_LOCALE}
          className={`wrap-anywhere mt-1.5 whitespace-pre-wrap ${isMarkdown ? "max-h-136 overflow-y-auto font-mono text-xs leading-relaxed" : "md:py-2"}`}
        >
          {source}
        </p>
        {previous !== undefined && previous !== source && (
          <details className="mt-1 text-ink-muted">
            <summary className="w-fit cursor-pointer underline decoration-hairline underline-offset-4">
              Earlier English text
            </summary>
            <p
              lang={DEFAULT_LOCALE}
              className="wrap-anywhere mt-1.5 whitespace-pre-wrap border-hairline border-l-2 pl-3"
            >
              {previous}
            </p>
          </details>
        )}
      </div>
      <div className="min-w-0">
        <ContentInput
          field={field}
          edited={edited}
          mayEdit={mayEdit}
          source={{}}
          describedBy={id}
          lang={item.locale ?? undefined}
          onFocus={() => undefined}
        />
        {mayEdit && <Steps field={field} source={source} state={state} item={item} edited={edited} />}
      </div>
    </li>
  );
}

/** Saves with Ctrl or ⌘ and Enter, and goes to the next translation. */
function goOn(event: KeyboardEvent<HTMLElement>, edited: ContentDraft): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  void edited.flush();
  const inputs = [...document.querySelectorAll<HTMLElement>("main [data-pointer]")];
  const next = inputs[inputs.indexOf(event.target as HTMLElement) + 1];
  next?.focus();
}

type StepsProps = Pick<RowProps, "item" | "edited"> & Omit<TranslationRow, "previous">;

/** Actions on a translation that need no typing. */
function Steps({ field, source, state, item, edited }: StepsProps) {
  const mark = useMutation({
    mutationFn: async (isRight: boolean) => {
      await edited.flush();
      const text = String(edited.read(field) ?? "");
      const body = { item: item.key, pointer: field.pointer, source, text, isRight };
      await request("PUT /content/translations/mark", { body });
      return isRight;
    },
  });
  const isMarked = mark.data === true && state === "translated";
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-2 empty:hidden">
      {(state === "outdated" || state === "same") && (
        <Button size="sm" variant="tertiary" disabled={mark.isPending} onClick={() => mark.mutate(true)}>
          {state === "outdated" ? "Mark as up to date" : "Correct as is"}
          <span className="sr-only">: {field.label}</span>
        </Button>
      )}
      {state === "missing" && edited.read(field) !== source && (
        <Button size="sm" variant="tertiary" onClick={() => edited.type(field.pointer, source)}>
          Copy the English text
          <span className="sr-only">: {field.label}</span>
        </Button>
      )}
      <span role="status" className="flex items-center gap-x-2 pl-3 text-ink-muted empty:hidden">
        {isMarked && (
          <>
            Marked as up to date.
            <Button size="sm" variant="tertiary" disabled={mark.isPending} onClick={() => mark.mutate(false)}>
              Undo<span className="sr-only"> the mark of {field.label}</span>
            </Button>
          </>
        )}
      </span>
      <InlineError error={mark.error} />
    </div>
  );
}
