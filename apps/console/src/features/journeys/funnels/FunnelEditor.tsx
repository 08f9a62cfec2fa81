import type { Goal } from "@marquee/contract";
import { type FunnelStep, MAX_FUNNEL_STEPS } from "@marquee/contract/schema";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useState } from "react";
import { type GoalNames, stepText, WINDOWS } from "../../../shared/cards/stepTexts.ts";
import { FilterSelect } from "../../../shared/filters/filters.tsx";
import { AddButton, IconButton } from "../../../shared/ui/IconButton.tsx";
import { moveItem } from "../../../shared/ui/moveItem.ts";
import type { FunnelDraft } from "./funnelAddress.ts";
import { StepDialog } from "./StepDialog.tsx";

interface FunnelEditorProps {
  funnel: FunnelDraft;
  goals: readonly Goal[];
  names: GoalNames;
  onChange: (funnel: FunnelDraft) => void;
}

/** The steps of a funnel and how it counts. Every change goes to the URL immediately. */
export function FunnelEditor({ funnel, goals, names, onChange }: FunnelEditorProps) {
  const { steps } = funnel;
  const [edited, setEdited] = useState<number | null>(null);
  const [said, setSaid] = useState("");
  const set = (next: FunnelStep[], what: string) => {
    onChange({ ...funnel, steps: next });
    setSaid(what);
  };
  return (
    <section aria-label="Steps" className="min-w-0">
      <h2 className="font-medium">Steps</h2>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol className="mt-2 border-hairline border-t">
        {steps.map((step, index) => {
          const text = stepText(step, names);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two steps may be alike.
            <li key={index} className="flex items-center border-hairline border-b py-1">
              <span className="w-6 shrink-0 text-ink-muted tabular-nums">{index + 1}</span>
              <button
                type="button"
                title="Edit this step"
                onClick={() => setEdited(index)}
                className="wrap-anywhere min-w-0 flex-1 py-1 text-left underline-offset-4 hover:underline"
              >
                {text}
              </button>
              <IconButton
                label={`Move ${text} up`}
                Icon={ArrowUp}
                isDisabled={index === 0}
                onClick={() => set(moveItem(steps, index, index - 1), `${text} is step ${index} now.`)}
              />
              <IconButton
                label={`Move ${text} down`}
                Icon={ArrowDown}
                isDisabled={index === steps.length - 1}
                onClick={() => set(moveItem(steps, index, index + 1), `${text} is step ${index + 2} now.`)}
              />
              <IconButton
                label={`Remove ${text}`}
                Icon={X}
                onClick={() => set(steps.toSpliced(index, 1), `${text} removed.`)}
              />
            </li>
          );
        })}
      </ol>
      {steps.length < MAX_FUNNEL_STEPS && (
        <AddButton variant="tertiary" className="-ml-3.5 mt-1" onClick={() => setEdited(steps.length)}>
          Add a step
        </AddButton>
      )}
      {steps.length > 0 && (
        <div className="mt-4 grid gap-3 sm:max-lg:grid-cols-3">
          <FilterSelect
            label="Count"
            all="Visits"
            value={funnel.per === "visit" ? "" : funnel.per}
            choices={[["visitor", "Visitors, across visits"]]}
            onChange={(value) => onChange({ ...funnel, per: value === "visitor" ? "visitor" : "visit" })}
          />
          <FilterSelect
            label="Between steps"
            all="Anything"
            value={funnel.order === "loose" ? "" : funnel.order}
            choices={[["strict", "No other step"]]}
            onChange={(value) => onChange({ ...funnel, order: value === "strict" ? "strict" : "loose" })}
          />
          <FilterSelect
            label="From first to last step"
            all={WINDOWS[0]?.[1] ?? ""}
            value={String(funnel.window ?? "")}
            choices={windowsWith(funnel.window)}
            onChange={(value) => onChange({ ...funnel, window: value === "" ? null : Number(value) })}
          />
        </div>
      )}
      {edited !== null && (
        <StepDialog
          step={steps[edited] ?? null}
          goals={goals}
          onDismiss={() => setEdited(null)}
          onApply={(step) => {
            const text = stepText(step, names);
            set(
              steps.toSpliced(edited, 1, step),
              edited < steps.length ? `Step ${edited + 1} is ${text}.` : `${text} added.`,
            );
            setEdited(null);
          }}
        />
      )}
    </section>
  );
}

/** Choices with the current one, which a link may have set to anything. */
function windowsWith(window: number | null): (readonly [string, string])[] {
  const current = String(window ?? "");
  const choices = WINDOWS.filter(([value]) => value !== "");
  return current === "" || choices.some(([value]) => value === current)
    ? choices
    : [...choices, [current, `${current} seconds`]];
}
