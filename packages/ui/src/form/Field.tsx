import clsx from "clsx";
import { type ReactNode, type Ref, useId } from "react";
import {
  Input,
  type InputProps,
  Select,
  type SelectProps,
  TextArea,
  type TextAreaProps,
} from "./controls.tsx";

interface LabelProps {
  label: ReactNode;
  hint?: ReactNode;
  /** Error below the field. It blocks submission until it is fixed. */
  problem?: string | undefined;
}

interface LabelledProps extends LabelProps {
  size?: "sm" | "md" | undefined;
  /** Arranges what is beside the control. */
  className?: string;
  /** @param names what associates the control with its label, hint and error. */
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
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={size === "sm" ? "block text-ink-muted text-xs" : "block font-medium"}>
        {label}
      </label>
      <div className={clsx(size === "sm" ? "mt-1" : "mt-1.5", className)}>
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

interface FieldProps extends Omit<InputProps, "id">, LabelProps {
  ref?: Ref<HTMLInputElement> | undefined;
}

/** A line of text, a number or a date, with its label. */
export function Field({ label, hint, problem = "", ...input }: FieldProps) {
  return (
    <Labelled label={label} hint={hint} problem={problem} size={input.size}>
      {(names) => (
        <Input {...names} problem={problem} {...input} className={clsx("w-full", input.className)} />
      )}
    </Labelled>
  );
}

interface SelectFieldProps extends Omit<SelectProps, "id">, Omit<LabelProps, "problem"> {}

/** A select with its label. */
export function SelectField({ label, hint, ...select }: SelectFieldProps) {
  return (
    <Labelled label={label} hint={hint} size={select.size}>
      {(names) => <Select {...names} {...select} className={clsx("w-full", select.className)} />}
    </Labelled>
  );
}

interface TextAreaFieldProps extends Omit<TextAreaProps, "id">, LabelProps {
  /** Whether the error is visible yet. */
  isProblemShown?: boolean;
}

/** Several lines of text, with their label. An error takes the place of the hint. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, hint, problem = "", isProblemShown = true, ...area } = props;
  const isTold = problem !== "" && isProblemShown;
  return (
    <Labelled label={label} hint={isTold ? undefined : hint} problem={isTold ? problem : ""}>
      {(names) => <TextArea {...names} problem={problem} {...area} />}
    </Labelled>
  );
}
