import clsx from "clsx";
import type { ComponentProps, Ref } from "react";
import { BOX, type Checked, type ControlStyle, HEIGHTS, useValidity } from "./controlStyles.ts";
import { Labelled, type LabelProps } from "./Labelled.tsx";

interface InputProps extends Omit<ComponentProps<"input">, "size" | "ref" | "className">, ControlStyle {}

/** A line of text, a number or a date, without a label. */
export function Input(props: InputProps & Checked<HTMLInputElement>) {
  const { size = "md", className, problem, ref, ...input } = props;
  return (
    <input
      ref={useValidity({ problem, ref })}
      className={clsx(
        BOX,
        HEIGHTS[size],
        size === "sm" ? "px-2.5 placeholder:text-ink-muted" : "px-3",
        className,
      )}
      {...input}
    />
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
