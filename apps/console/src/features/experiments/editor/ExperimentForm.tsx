import type { ExperimentDefinition } from "@marquee/contract";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { SaveBar } from "../../../shared/draft/SaveBar.tsx";
import { CoverageField } from "../../../shared/targeting/CoverageField.tsx";
import { TargetingList } from "../../../shared/targeting/TargetingList.tsx";
import { targetingProblem } from "../../../shared/targeting/targetingTexts.ts";
import { readProblems } from "../readProblems.ts";
import type { ExperimentDraft } from "../useExperimentDraft.ts";
import { BasicsFields } from "./BasicsFields.tsx";
import { DurationFields } from "./duration/DurationFields.tsx";
import { settle } from "./experimentDefinition.ts";
import { type PartProps, ProblemAt, Problems, Section } from "./FormSection.tsx";
import { MetricList } from "./metrics/MetricList.tsx";
import { PlaceFields } from "./PlaceFields.tsx";
import { VariationList } from "./VariationList.tsx";

interface ExperimentFormProps {
  edited: ExperimentDraft;
  isNew: boolean;
  /** Buttons besides the one that saves changes. */
  children?: ReactNode;
}

/** All editable fields of an experiment. While it runs, the fields that decide who sees what are locked. */
export function ExperimentForm({ edited, isNew, children }: ExperimentFormProps) {
  const { draft, base, save, error } = edited;
  const [isInvalid, setInvalid] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problem = targetingProblem(draft.targeting, "The audience");
  const { placed, rest } = readProblems(error?.message ?? "");
  const set = (change: Partial<ExperimentDefinition>) => edited.set(settle({ ...draft, ...change }));
  const part = { definition: draft, set };
  useEffect(() => {
    if (error) form.current?.querySelector("[data-problem]")?.scrollIntoView({ block: "center" });
  }, [error]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!problem) save();
  };
  return (
    <form
      ref={form}
      onSubmit={submit}
      // This runs after each field has reported whether its text is valid.
      onChange={({ currentTarget }) =>
        requestAnimationFrame(() => setInvalid(!isNew && !currentTarget.checkValidity()))
      }
    >
      <Problems value={placed}>
        <div className="grid gap-8">
          <BasicsFields {...part} isNew={isNew} />
          <Fixed isFixed={base.state === "running"}>
            <PlaceFields {...part} />
            <VariationList {...part} />
            <AudienceFields {...part} />
            <MetricList {...part} />
            <DurationFields {...part} isRunning={base.state === "running"} />
          </Fixed>
        </div>
      </Problems>
      <SaveBar
        edited={{ ...edited, error: summaryOf(error, placed.length, rest) }}
        isInvalid={isInvalid}
        problem={problem}
      >
        {children}
      </SaveBar>
    </form>
  );
}

function Fixed({ isFixed, children }: { isFixed: boolean; children: ReactNode }) {
  return (
    <fieldset disabled={isFixed} className="grid min-w-0 gap-8">
      {isFixed && (
        <p className="border-sky border-l-2 bg-sky-soft px-3 py-2">
          This experiment is running. Stop it to change its variations, audience or metrics. You can still
          edit its name and hypothesis.
        </p>
      )}
      {children}
    </fieldset>
  );
}

/** The error for the save bar: errors of fields are shown at their fields, only the rest appears here. */
function summaryOf(error: Error | null, placed: number, rest: string): Error | null {
  if (!error || placed === 0) return error;
  return new Error(rest || "Not saved. Fix the errors above.");
}

/** Which visitors take part. */
function AudienceFields({ definition: { coverage, targeting }, set }: PartProps) {
  return (
    <Section
      title="Audience"
      intro="Consented visitors only. Everyone else sees the control and is not counted."
    >
      <div>
        <CoverageField
          coverage={coverage}
          hint="Percentage of consented visitors who take part."
          onChange={(next) => set({ coverage: next })}
        />
        <ProblemAt place="coverage" />
      </div>
      <div>
        <TargetingList targeting={targeting} onChange={(next) => set({ targeting: next })} />
        <ProblemAt place="targeting" isDeep />
      </div>
    </Section>
  );
}
