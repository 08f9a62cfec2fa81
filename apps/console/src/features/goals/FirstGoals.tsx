import { describeCondition, formatCount, type GoalCondition, type GoalDefinition } from "@marquee/contract";
import { Button } from "@marquee/ui";
import { Plus } from "lucide-react";
import { useRoute } from "../../shared/api/useRoute.ts";

interface FirstGoalsProps {
  mayEdit: boolean;
  isBusy: boolean;
  onCreate: (goal: GoalDefinition) => void;
  /** Called to define a goal that is not suggested. */
  onOwn: () => void;
}

const SUGGESTIONS: readonly { condition: GoalCondition; text: string }[] = [
  { condition: { kind: "form", step: "sent", form: null }, text: "Contact, demo and sign-up forms." },
  {
    condition: { kind: "page", match: "is", path: "/pricing" },
    text: "Shows which sources bring likely buyers.",
  },
  {
    condition: { kind: "scroll", path: "/", percent: 75 },
    text: "How many read the home page almost to the end.",
  },
];

/** Shown while there are no goals: suggestions that one click creates. */
export function FirstGoals({ mayEdit, isBusy, onCreate, onOwn }: FirstGoalsProps) {
  return (
    <section aria-labelledby="first-goals" className="mt-8 max-w-2xl">
      <h2 id="first-goals" className="text-balance font-display font-semibold text-lead">
        Define your first goal
      </h2>
      <p className="mt-1 text-ink-muted">
        Goals show which campaigns, pages and countries bring visitors who do what you want. You can also
        judge experiments by them.
        {!mayEdit && " An editor can define one."}
      </p>
      {mayEdit && (
        <>
          <ul className="mt-5 border-hairline border-t">
            {SUGGESTIONS.map(({ condition, text }) => (
              <Suggestion
                key={condition.kind}
                condition={condition}
                text={text}
                isBusy={isBusy}
                onCreate={onCreate}
              />
            ))}
          </ul>
          <Button className="mt-6" size="sm" onClick={onOwn}>
            Define another goal
          </Button>
        </>
      )}
    </section>
  );
}

interface SuggestionProps extends Pick<FirstGoalsProps, "isBusy" | "onCreate"> {
  condition: GoalCondition;
  text: string;
}

function Suggestion({ condition, text, isBusy, onCreate }: SuggestionProps) {
  const name = describeCondition(condition);
  const preview = useRoute("POST /goals/preview", { body: { condition } });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-hairline border-b py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{name}</p>
        <p className="text-ink-muted text-xs">{text}</p>
      </div>
      <p className="text-ink-muted text-xs tabular-nums">
        {preview.data ? `${formatCount(preview.data.conversions)} in 30 days and today` : ""}
      </p>
      <Button
        variant="secondary"
        size="sm"
        disabled={isBusy}
        aria-label={`Add the goal ${name}`}
        onClick={() => onCreate({ name, condition, value: null, isArchived: false })}
      >
        <Plus aria-hidden="true" className="size-4" />
        Add
      </Button>
    </li>
  );
}
