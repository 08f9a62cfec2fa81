interface SwitchProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** Shows the label to screen readers only, if visible text next to it has the same meaning. */
  isLabelHidden?: boolean;
  /** ID of an element with a description. */
  describedBy?: string;
}

/** A toggle that takes effect immediately. */
export function Switch({ label, isOn, onChange, isLabelHidden = false, describedBy }: SwitchProps) {
  return (
    <label className="inline-flex min-h-9 items-center gap-2.5">
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        aria-describedby={describedBy}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden="true"
        className="relative h-5 w-9 shrink-0 rounded-full bg-control transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-4 before:rounded-full before:bg-surface before:transition-transform peer-checked:bg-accent peer-checked:before:translate-x-4 peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-focus-visible:outline-offset-2 peer-disabled:opacity-60"
      />
      <span className={isLabelHidden ? "sr-only" : ""}>{label}</span>
    </label>
  );
}
