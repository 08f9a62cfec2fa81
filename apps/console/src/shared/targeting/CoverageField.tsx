import { Input, Labelled } from "@marquee/ui";

interface CoverageFieldProps {
  /** From 0 to 1. */
  coverage: number;
  /** What the percentage applies to. By default, the text for a flag rule. */
  hint?: string;
  onChange: (coverage: number) => void;
}

/** The rollout, set by a slider or as a number with one decimal. */
export function CoverageField({ coverage, hint, onChange }: CoverageFieldProps) {
  const percent = Math.round(coverage * 1000) / 10;
  const set = (value: number) => {
    if (Number.isFinite(value)) onChange(Math.round(Math.min(100, Math.max(0, value)) * 10) / 1000);
  };
  return (
    <Labelled label="Rollout" hint={hint ?? ruleHint(coverage)} className="flex items-center gap-4">
      {(names) => (
        <>
          <input
            type="range"
            aria-label="Rollout slider"
            min={0}
            max={100}
            step={1}
            value={percent}
            onChange={({ target }) => set(target.valueAsNumber)}
            className="h-9 min-w-0 flex-1 accent-accent"
          />
          <Input
            {...names}
            type="number"
            min={0}
            max={100}
            step={0.1}
            required
            value={percent}
            onChange={({ target }) => set(target.valueAsNumber)}
            className="w-20 text-right tabular-nums"
          />
          <span aria-hidden="true">%</span>
        </>
      )}
    </Labelled>
  );
}

function ruleHint(coverage: number): string {
  return coverage < 1
    ? "Assigned by visitor ID, so visitors without consent are excluded."
    : "Everyone, with or without consent.";
}
