import { DEFAULT_LOCALE, type Json, linkProblem } from "@marquee/contract";
import type { ContentField } from "@marquee/contract/schema";
import { Button, Check, Input, Select, TextArea } from "@marquee/ui";
import { useId } from "react";
import { formatInstant } from "../../shared/format/format.ts";
import { ExperimentBadge } from "./ExperimentBadge.tsx";
import { readable, textOf } from "./fieldTexts.ts";
import { ImageInput } from "./ImageInput.tsx";
import { InsertImage } from "./InsertImage.tsx";
import type { InputAttributes } from "./inputAttributes.ts";
import { LinkInput } from "./LinkInput.tsx";
import { placeImage } from "./placeImage.ts";
import { SuggestingInput } from "./SuggestingInput.tsx";
import type { ContentDraft } from "./useContentDraft.ts";

interface FieldFormProps {
  fields: readonly ContentField[];
  edited: ContentDraft;
  mayEdit: boolean;
  /** English values by pointer, for a translation. */
  source: Readonly<Record<string, Json>>;
  onFocus: (pointer: string) => void;
}

/** The fields of an item by section, in page order. */
export function FieldForm({ fields, ...props }: FieldFormProps) {
  const sections = [...new Set(fields.map(({ section }) => section))];
  return (
    <div className="grid gap-8">
      {sections.map((section) => (
        <fieldset key={section} className="grid min-w-0 gap-4">
          <legend className="mb-3 font-display font-semibold text-lead">{section}</legend>
          {fields
            .filter((field) => field.section === section)
            .map((field) => (
              <ContentInput key={field.pointer} field={field} {...props} />
            ))}
        </fieldset>
      ))}
    </div>
  );
}

interface ContentInputProps extends Omit<FieldFormProps, "fields"> {
  field: ContentField;
  /** ID of another element that describes the field, and the language of its text. */
  describedBy?: string;
  lang?: string | undefined;
}

/** One field, with its published value, who changed it and its problem. */
export function ContentInput(props: ContentInputProps) {
  const { field, edited, mayEdit, source, describedBy = "", lang, onFocus } = props;
  const { pointer, label, kind, hint, value: published } = field;
  const id = useId();
  const change = edited.changes.get(pointer);
  const value = edited.read(field);
  const refusal = edited.refusalOf(pointer);
  const isChanged = JSON.stringify(value) !== JSON.stringify(published);
  const problem = refusal ? undefined : problemOf(field, edited);
  const english = source[pointer];
  const common = {
    id,
    disabled: !mayEdit,
    "data-pointer": pointer,
    "aria-invalid": problem || refusal ? true : undefined,
    "aria-describedby": `${describedBy} ${id}-about`.trim(),
    lang,
    onFocus: () => onFocus(pointer),
  } as const;
  return (
    <div className={`min-w-0 border-l-2 pl-3 ${isChanged ? "border-sun" : "border-transparent"}`}>
      <label htmlFor={id} className="flex flex-wrap items-baseline justify-between gap-x-3 font-medium">
        {label}
        {isChanged && change && (
          <span className="font-normal text-ink-muted text-xs">
            {change.author}, {formatInstant(change.at)}
          </span>
        )}
      </label>
      {typeof english === "string" && kind !== "markdown" && (
        <p className="wrap-anywhere mt-1 text-ink-muted text-xs" lang="en">
          {english}
        </p>
      )}
      <ContentControl
        common={common}
        kind={kind}
        field={field}
        edited={edited}
        value={value}
        onChange={(next) => edited.type(pointer, next)}
      />
      {kind === "markdown" && mayEdit && (
        <InsertImage
          locale={edited.query.data?.item.locale ?? DEFAULT_LOCALE}
          draft={edited.draft}
          ensureDraft={edited.ensureDraft}
          onInsert={(markdown) => {
            const area = document.getElementById(id) as HTMLTextAreaElement | null;
            const text = String(value ?? "");
            edited.type(pointer, placeImage(text, area?.selectionStart ?? text.length, markdown));
            area?.focus();
          }}
        />
      )}
      {hint && <p className="mt-1 text-ink-muted text-xs">{hint}</p>}
      <FieldState id={`${id}-about`} field={field} edited={edited} mayEdit={mayEdit} />
    </div>
  );
}

/** The problem of a link while it is typed, as the server would report it, or of the stored link. */
export function problemOf(
  field: ContentField,
  { read, changes }: Pick<ContentDraft, "read" | "changes">,
): string | undefined {
  const value = read(field);
  const typed =
    field.kind === "link" && typeof value === "string" && value !== "" ? linkProblem(value) : null;
  return typed ?? changes.get(field.pointer)?.problem;
}

interface FieldStateProps extends Pick<FieldFormProps, "edited" | "mayEdit"> {
  id: string;
  field: ContentField;
  /** Precedes the published value. */
  caption?: string;
}

/** A field's problem, its published value, the buttons for each choice, and the experiment that varies it. */
export function FieldState({ id, field, edited, mayEdit, caption = "Published" }: FieldStateProps) {
  const { pointer, label, kind, value: published } = field;
  const refusal = edited.refusalOf(pointer);
  const problem = refusal ? undefined : problemOf(field, edited);
  const isChanged = JSON.stringify(edited.read(field)) !== JSON.stringify(published);
  const experiment = edited.experimentOf(pointer);
  return (
    <div id={id} className="grid gap-1.5 empty:hidden">
      {experiment && (
        <p className="mt-2">
          <ExperimentBadge experiment={experiment} />
        </p>
      )}
      {problem && (
        <p role="status" className="mt-1 text-clay text-xs">
          {problem}
        </p>
      )}
      {refusal && (
        <div role="alert" className="mt-1.5 border-clay border-l-2 bg-clay-soft px-3 py-2">
          <p>{refusal.message}</p>
          <div className="mt-1.5 flex flex-wrap gap-2">
            <Button size="sm" variant="secondary" onClick={() => edited.giveUp(pointer)}>
              Use the stored text
            </Button>
            <Button size="sm" variant="tertiary" onClick={() => void edited.insist(pointer)}>
              Keep mine
            </Button>
          </div>
        </div>
      )}
      {isChanged && kind !== "markdown" && (
        <p className="mt-1 flex flex-wrap items-baseline gap-x-3 text-ink-muted text-xs">
          <span className="wrap-anywhere min-w-0 whitespace-pre-line">
            {caption}: {textOf(published)}
          </span>
          {mayEdit && (
            <button
              type="button"
              className="underline underline-offset-4"
              onClick={() => edited.type(pointer, published)}
            >
              Undo<span className="sr-only"> the change of {label}</span>
            </button>
          )}
        </p>
      )}
    </div>
  );
}

interface InputProps {
  common: InputAttributes;
  kind: ContentField["kind"];
  field: ContentField;
  edited: Pick<ContentDraft, "draft" | "ensureDraft">;
  value: Json;
  onChange: (value: Json) => void;
}

const WIDE = "mt-1.5 w-full";

function ContentControl({ common, kind, field, edited, value, onChange }: InputProps) {
  if (kind === "boolean")
    return (
      <Select
        {...common}
        className={WIDE}
        value={String(value)}
        choices={[
          ["true", "Yes"],
          ["false", "No"],
        ]}
        onChange={({ target }) => onChange(target.value === "true")}
      />
    );
  if (kind === "choice")
    return (
      <Select
        {...common}
        className={WIDE}
        value={String(value)}
        choices={field.choices?.map((choice) => [choice, readable(choice)])}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  if (kind === "list") return <Choices common={common} field={field} value={value} onChange={onChange} />;
  if (kind === "number")
    return (
      <Input
        {...common}
        type="number"
        step="any"
        className={`${WIDE} tabular-nums`}
        value={typeof value === "number" ? value : ""}
        onChange={({ target }) =>
          onChange(target.value === "" ? (field.isOptional ? null : "") : target.valueAsNumber)
        }
      />
    );
  const text = String(value ?? "");
  const line = { common, className: WIDE, value: text, onChange };
  if (kind === "link") return <LinkInput {...line} />;
  if (kind === "image")
    return <ImageInput common={common} edited={edited} value={text} onChange={onChange} />;
  if (kind === "text" && field.choices)
    return <SuggestingInput {...line} suggestions={field.choices.map((each) => [each, each] as const)} />;
  if (kind === "text" || kind === "date")
    return (
      <Input
        {...common}
        type={kind}
        className={WIDE}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  const isMarkdown = kind === "markdown";
  return (
    <TextArea
      {...common}
      isCode={isMarkdown}
      rows={isMarkdown ? 24 : undefined}
      className={isMarkdown ? "mt-1.5" : "field-sizing-content mt-1.5 min-h-20"}
      value={text}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** A set of choices, as checkboxes in the order of the catalog. */
function Choices({ common, field, value, onChange }: Omit<InputProps, "kind" | "edited">) {
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <ul id={common.id} className="mt-1.5 grid grid-cols-2 gap-x-4">
      {field.choices?.map((choice, index) => (
        <li key={choice}>
          <Check
            label={readable(choice)}
            disabled={common.disabled}
            data-pointer={index === 0 ? field.pointer : undefined}
            onFocus={common.onFocus}
            checked={chosen.includes(choice)}
            onChange={(isChecked) =>
              onChange(
                (field.choices ?? []).filter((each) => (each === choice ? isChecked : chosen.includes(each))),
              )
            }
          />
        </li>
      ))}
    </ul>
  );
}
