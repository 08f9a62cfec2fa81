import clsx from "clsx";
import { type ReactNode, useId } from "react";
import type { ControlSize } from "./controlStyles.ts";

export interface LabelProps {
  label: ReactNode;
  hint?: ReactNode;
  /** Error below the field. It blocks submission until it is fixed. */
  problem?: string | undefined;
}

interface LabelledProps extends LabelProps {
  size?: ControlSize | undefined;
  /** Layout of the elements next to the control. */
  className?: string;
  /** @param names attributes that associate the control with its label, hint and error. */
  children: (names: ControlNames) => ReactNode;
}

interface ControlNames {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

/** A control with its label, hint and error. */
export function Labelled({ label, hint, problem, size = "md", className, children }: LabelledProps) {
  const id = useId();
  const about = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(" ");
  const isSmall = size === "sm";
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={isSmall ? "block text-ink-muted text-xs" : "block font-medium"}>
        {label}
      </label>
      <div className={clsx(isSmall ? "mt-1" : "mt-1.5", className)}>
        {children({ id, "aria-invalid": problem ? true : undefined, "aria-describedby": about || undefined })}
      </div>
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
