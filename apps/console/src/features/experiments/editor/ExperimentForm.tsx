import type { ExperimentDefinition } from "@marquee/contract";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { SaveBar } from "../../../shared/draft/SaveBar.tsx";
import { CoverageField } from "../../../shared/targeting/CoverageField.tsx";
import { TargetingList } from "../../../shared/targeting/TargetingList.tsx";
import { targetingProblem } from "../../../shared/targeting/targetingProblem.ts";
import { readProblems } from "../readProblems.ts";
import type { ExperimentDraft } from "../useExperimentDraft.ts";
import { BasicsFields } from "./BasicsFields.tsx";
import type { PartProps } from "./form.types.ts";
import { MetricList } from "./metrics/MetricList.tsx";
import { PlaceFields } from "./PlaceFields.tsx";
import { ProblemAt, Problems } from "./Problems.tsx";
import { Section } from "./Section.tsx";
import { settle } from "./settle.ts";
import { VariationList } from "./VariationList.tsx";

interface ExperimentFormProps {
  edited: ExperimentDraft;
  isNew: boolean;
  /** Other buttons than the one that saves changes. */
  children?: ReactNode;
}

/** Everything of an experiment that its editors decide. What decides who sees what stays while it runs. */
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
      // After each field has said what it makes of what was typed.
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
          This experiment is running. Its variations, audience and metrics cannot change until it is stopped,
          because its numbers would mix two experiments. You can still change its name and hypothesis.
        </p>
      )}
      {children}
    </fieldset>
  );
}

/** What has no field of its own is said in full beside the button; the rest where it is. */
function summaryOf(error: Error | null, placed: number, rest: string): Error | null {
  if (!error || placed === 0) return error;
  return new Error(rest || "Not saved: see what is wrong in the fields above.");
}

/** Which visitors are in the experiment at all. */
function AudienceFields({ definition: { coverage, targeting }, set }: PartProps) {
  return (
    <Section
      title="Who takes part"
      intro="Only visitors who agreed to be measured; all others see the control and are not counted."
    >
      <div>
        <CoverageField
          coverage={coverage}
          hint="Share of the visitors who agreed to be measured."
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
