import clsx from "clsx";
import type { ComponentProps } from "react";
import { BOX, type ControlStyle, HEIGHTS } from "./controlStyles.ts";
import { Labelled, type LabelProps } from "./Labelled.tsx";

/** The values of a select or a group of checkboxes, with their names. */
export type Choices<Value extends string = string> = readonly (readonly [value: Value, name: string])[];

interface SelectProps extends Omit<ComponentProps<"select">, "size" | "className">, ControlStyle {
  choices?: Choices | undefined;
}

/** A menu of `choices`, followed by groups of options as children, without a label. */
export function Select({ size = "md", className, choices, children, ...select }: SelectProps) {
  return (
    <select className={clsx(BOX, HEIGHTS[size], size === "sm" ? "px-2" : "px-2.5", className)} {...select}>
      {choices?.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
      {children}
    </select>
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
