import { type ComponentProps, useCallback, useId } from "react";

interface FieldProps extends Omit<ComponentProps<"input">, "id" | "ref"> {
  label: string;
  hint?: string;
  /** Error below the field. It blocks submission until it is fixed. */
  problem?: string;
  ref?: ((element: HTMLInputElement | null) => void) | undefined;
}

export function Field({ label, hint, problem = "", ref, ...input }: FieldProps) {
  const id = useId();
  const attach = useCallback(
    (element: HTMLInputElement | null) => {
      element?.setCustomValidity(problem);
      ref?.(element);
    },
    [problem, ref],
  );
  const said = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div>
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      <input
        id={id}
        ref={attach}
        aria-invalid={problem ? true : undefined}
        aria-describedby={said || undefined}
        className="mt-1.5 h-10 w-full rounded-sm border border-control bg-surface px-3 aria-invalid:border-clay"
        {...input}
      />
      {problem && (
        <p id={`${id}-problem`} role="status" className="mt-1 text-clay text-xs">
          {problem}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-ink-muted text-xs">
          {hint}
        </p>
      )}
    </div>
  );
}
