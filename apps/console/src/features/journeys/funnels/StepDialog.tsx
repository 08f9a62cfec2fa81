import type { Goal, GoalKind, SingleCondition } from "@marquee/contract";
import type { FunnelStep } from "@marquee/contract/schema";
import { SelectField } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { type FormEvent, useState } from "react";
import { useRoute } from "../../../shared/api/useRoute.ts";
import { ConditionFields } from "../../../shared/goals/ConditionFields.tsx";
import { firstCondition, kindChoices, readKind } from "../../../shared/goals/goalKinds.ts";
import { QueryView } from "../../../shared/query/QueryView.tsx";
import { FormActions } from "../../../shared/ui/FormActions.tsx";
import { Skeleton } from "../../../shared/ui/states.tsx";

const GOAL = "goal";

interface StepDialogProps {
  /** Null for a new step. */
  step: FunnelStep | null;
  /** Goals that are not archived. */
  goals: readonly Goal[];
  onApply: (step: FunnelStep) => void;
  onDismiss: () => void;
}

/** Defines a step: a saved goal, or any condition that a goal could have. */
export function StepDialog({ step, goals, onApply, onDismiss }: StepDialogProps) {
  const choices = useRoute("GET /goals/choices");
  const initialCondition = step && "condition" in step ? step.condition : null;
  const [kind, setKind] = useState<GoalKind | typeof GOAL>(
    step && "goal" in step ? GOAL : (initialCondition?.kind ?? "page"),
  );
  const [condition, setCondition] = useState<SingleCondition | null>(initialCondition);
  const [goal, setGoal] = useState(String(step && "goal" in step ? step.goal : (goals[0]?.id ?? "")));
  const chosen: FunnelStep | null =
    kind === GOAL ? (goal === "" ? null : { goal: Number(goal) }) : condition && { condition };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (chosen) onApply(chosen);
  };
  const kinds = kindChoices(initialCondition);
  return (
    <Dialog isOpen onDismiss={onDismiss} title={step ? "Edit step" : "Add a step"} closeLabel="Close">
      <form onSubmit={submit} className="mt-3 grid gap-4">
        <SelectField
          label="A visitor…"
          value={kind}
          choices={goals.length > 0 ? [...kinds, [GOAL, "Reaches a saved goal"] as const] : kinds}
          onChange={({ target }) => {
            const next = target.value === GOAL ? GOAL : (readKind(target.value) ?? "page");
            setKind(next);
            setCondition(next === GOAL ? null : firstCondition(next));
          }}
        />
        {kind === GOAL ? (
          <SelectField
            label="Goal"
            value={goal}
            choices={goals.map(({ id, name }) => [String(id), name] as const)}
            onChange={({ target }) => setGoal(target.value)}
          />
        ) : (
          <QueryView query={choices} loading={<Skeleton className="h-48" />} className="grid gap-4">
            {(data) => (
              <ConditionFields
                key={kind}
                kind={kind}
                condition={condition}
                choices={data}
                onChange={setCondition}
              />
            )}
          </QueryView>
        )}
        <FormActions action={step ? "Apply" : "Add step"} isDisabled={!chosen} onDismiss={onDismiss} />
      </form>
    </Dialog>
  );
}
