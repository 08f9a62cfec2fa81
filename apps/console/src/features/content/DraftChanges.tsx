import { formatCounted, parseItemKey } from "@marquee/contract";
import type { Draft, DraftField } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { TextLink } from "../../shared/ui/links.tsx";
import { ExperimentBadge } from "./ExperimentBadge.tsx";
import { textOf } from "./fieldTexts.ts";
import { hrefOfItem } from "./hrefOfItem.ts";
import { hrefOfTranslation } from "./languages/languageTexts.ts";
import { useItemNames } from "./useContentList.ts";
import { type RunningExperiment, useRunningExperiments } from "./useRunningExperiments.ts";

export type FieldStep = "remove" | "keep";

interface DraftChangesProps {
  draft: Draft;
  isBusy: boolean;
  onStep: (field: DraftField, step: FieldStep) => void;
  /** Called when a link leads to another place. */
  onLeave: () => void;
}

/** All changes of a draft, by page, with the problems that stop it from being published. */
export function DraftChanges({ draft, isBusy, onStep, onLeave }: DraftChangesProps) {
  const nameOf = useItemNames();
  const experimentOf = useRunningExperiments();
  const items = [...new Set(draft.fields.map(({ item }) => item))];
  return items.map((item) => (
    <section key={item} aria-label={nameOf(item)}>
      <h3 className="wrap-anywhere font-medium">{nameOf(item)}</h3>
      <Untranslated draft={draft} item={item} onLeave={onLeave} />
      <ul className="mt-1 border-hairline border-t">
        {draft.fields
          .filter((field) => field.item === item)
          .map((field) => (
            <FieldChange
              key={field.pointer}
              draft={draft.id}
              field={field}
              experiment={experimentOf(field)}
              nameOf={nameOf}
              isBusy={isBusy}
              onStep={(step) => onStep(field, step)}
              onLeave={onLeave}
            />
          ))}
      </ul>
    </section>
  ));
}

interface UntranslatedProps extends Pick<DraftChangesProps, "draft" | "onLeave"> {
  item: string;
}

/** Warns about texts of a page that would be published in English or empty. */
function Untranslated({ draft, item, onLeave }: UntranslatedProps) {
  const missing = draft.untranslated.find((each) => each.item === item)?.missing ?? 0;
  const address = parseItemKey(item);
  if (missing === 0 || !address || !("locale" in address)) return null;
  const { locale } = address;
  return (
    <p className="mt-1 border-sun border-l-4 bg-sun-soft px-3 py-1.5">
      {formatCounted(missing, "text")} {missing === 1 ? "is" : "are"} not translated yet.{" "}
      <TextLink
        href={hrefOfTranslation({ key: item, locale, draft: draft.id, show: "missing" })}
        className="decoration-current!"
        onClick={onLeave}
      >
        Translate
      </TextLink>
    </p>
  );
}

interface FieldChangeProps {
  /** ID of the draft. */
  draft: number;
  field: DraftField;
  experiment: RunningExperiment | null;
  nameOf: (item: string) => string;
  isBusy: boolean;
  onStep: (step: FieldStep) => void;
  onLeave: () => void;
}

function FieldChange(props: FieldChangeProps) {
  const { draft, field, experiment, nameOf, isBusy, onStep, onLeave } = props;
  const { label, value, from, author, conflict, problem } = field;
  return (
    <li className="grid gap-1 border-hairline border-b py-2.5 sm:grid-cols-[1fr_auto] sm:gap-x-4">
      <div className="grid min-w-0 gap-1">
        <p className="text-ink-muted text-xs">
          {label} · {author}
        </p>
        <BeforeAfter before={textOf(conflict ? conflict.value : from)} after={textOf(value)} />
        {conflict && (
          <p className="text-clay">
            Someone else has published the first text since this change was started.
          </p>
        )}
        {problem && <Problem draft={draft} field={field} nameOf={nameOf} onLeave={onLeave} />}
        {experiment && (
          <p className="mt-0.5">
            <ExperimentBadge experiment={experiment} />{" "}
            <span className="text-xs">
              Publishing changes the control while the experiment runs, which makes its results hard to trust.
            </span>
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-2 max-sm:-ml-3">
        {conflict && (
          <Button size="sm" variant="secondary" disabled={isBusy} onClick={() => onStep("keep")}>
            Keep mine
          </Button>
        )}
        <Button size="sm" variant="tertiary" disabled={isBusy} onClick={() => onStep("remove")}>
          {conflict ? "Use theirs" : "Remove"}
          <span className="sr-only">: {label}</span>
        </Button>
      </div>
    </li>
  );
}

/** Why a change can't be published, with a link to where that is fixed. */
function Problem({
  draft,
  field,
  nameOf,
  onLeave,
}: Pick<FieldChangeProps, "draft" | "field" | "nameOf" | "onLeave">) {
  const { item, pointer, label, problem, fixedAt = { item, pointer } } = field;
  const isElsewhere = fixedAt.item !== item;
  return (
    <p className="text-clay">
      {problem}{" "}
      <TextLink
        href={hrefOfItem(fixedAt.item, draft, fixedAt.pointer)}
        className="decoration-current!"
        onClick={onLeave}
      >
        {isElsewhere ? `Go to ${nameOf(fixedAt.item)}` : "Go to field"}
        {!isElsewhere && <span className="sr-only">: {label}</span>}
      </TextLink>
    </p>
  );
}

/** Two texts, one above the other. */
export function BeforeAfter({ before, after }: { before: string; after: string }) {
  return (
    <div className="wrap-anywhere grid gap-1">
      <p className="max-h-40 overflow-y-auto whitespace-pre-wrap border-clay border-l-2 pl-2 text-ink-muted">
        <span className="sr-only">Before: </span>
        {before}
      </p>
      <p className="max-h-40 overflow-y-auto whitespace-pre-wrap border-leaf border-l-2 pl-2">
        <span className="sr-only">After: </span>
        {after}
      </p>
    </div>
  );
}
