import { type ComponentProps, useId } from "react";

interface FieldProps extends Omit<ComponentProps<"input">, "id"> {
  label: string;
  hint?: string;
}

export function Field({ label, hint, ...input }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      <input
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-1.5 h-10 w-full rounded-sm border border-control bg-surface px-3"
        {...input}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-ink-muted text-xs">
          {hint}
        </p>
      )}
    </div>
  );
}
