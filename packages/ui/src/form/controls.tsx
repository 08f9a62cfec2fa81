import clsx from "clsx";
import { type ComponentProps, type Ref, useCallback } from "react";

/** The values of a select or a group of checkboxes, with their names. */
export type Choices<Value extends string = string> = readonly (readonly [value: Value, name: string])[];

export interface ControlStyle {
  /** Small among filters and in tables. */
  size?: "sm" | "md" | undefined;
  /** For the width, which a control does not set by itself. */
  className?: string | undefined;
}

const BOX =
  "rounded-sm border border-control bg-surface placeholder:text-ink-muted aria-invalid:border-clay disabled:opacity-60";
const HEIGHTS = { sm: "h-9", md: "h-10" };

interface Checked<Element> {
  ref?: Ref<Element> | undefined;
  /** Blocks submission until it is fixed. The label's component shows it. */
  problem?: string | undefined;
}

export interface InputProps
  extends Omit<ComponentProps<"input">, "size" | "ref" | "className">,
    ControlStyle {}

/** A line of text, a number or a date. */
export function Input({
  size = "md",
  className,
  problem,
  ref,
  ...input
}: InputProps & Checked<HTMLInputElement>) {
  return (
    <input
      ref={useValidity(problem, ref)}
      className={clsx(BOX, HEIGHTS[size], size === "sm" ? "px-2.5" : "px-3", className)}
      {...input}
    />
  );
}

export interface SelectProps extends Omit<ComponentProps<"select">, "size" | "className">, ControlStyle {
  choices?: Choices | undefined;
}

/** A menu of `choices`, followed by groups of options as children. */
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

export interface TextAreaProps extends Omit<ComponentProps<"textarea">, "ref"> {
  isCode?: boolean | undefined;
}

/** Several lines of text. */
export function TextArea(props: TextAreaProps & Checked<HTMLTextAreaElement>) {
  const { isCode, className, problem, ref, ...area } = props;
  return (
    <textarea
      ref={useValidity(problem, ref)}
      className={clsx(
        BOX,
        "block w-full px-3 py-2",
        isCode && "font-mono text-xs leading-relaxed",
        className,
      )}
      {...area}
    />
  );
}

/** @returns a ref that also tells the browser what is wrong with the control. */
function useValidity<Element extends HTMLInputElement | HTMLTextAreaElement>(
  problem: string | undefined,
  ref: Ref<Element> | undefined,
) {
  return useCallback(
    (element: Element | null) => {
      if (problem !== undefined) element?.setCustomValidity(problem);
      if (typeof ref === "function") ref(element);
      else if (ref) ref.current = element;
    },
    [problem, ref],
  );
}
