import { EXPERIMENT_KINDS, type ExperimentKind } from "@marquee/contract";
import { useId } from "react";
import { KIND_NAMES } from "../experimentTexts.ts";

const TEXTS: Record<ExperimentKind, string> = {
  content: "Other words or another order of sections on one page. Nothing is deployed.",
  redirect: "Some visitors of a path are led to another page.",
  flag: "A flag answers differently; for what the site's code decides by it.",
};

interface KindFieldProps {
  kind: ExperimentKind;
  onChange: (kind: ExperimentKind) => void;
}

/** What an experiment can vary, each with what that means. */
export function KindField({ kind, onChange }: KindFieldProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="font-medium">Kind</legend>
      <div className="mt-1.5 grid gap-2 sm:grid-cols-3">
        {EXPERIMENT_KINDS.toReversed().map((each) => (
          <label
            key={each}
            className="flex gap-2.5 rounded-md border border-hairline p-3 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={name}
              checked={each === kind}
              onChange={() => onChange(each)}
              className="mt-0.5 size-4 shrink-0 accent-[var(--accent)]"
            />
            <span>
              <span className="block font-medium">{KIND_NAMES[each]}</span>
              <span className="block text-ink-muted text-xs">{TEXTS[each]}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
