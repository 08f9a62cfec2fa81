import { type Ref, useCallback } from "react";

/** Small among filters and in tables. */
export type ControlSize = "sm" | "md";

export interface ControlStyle {
  size?: ControlSize | undefined;
  /** For the width, which controls leave unset. */
  className?: string | undefined;
}

export const BOX = "rounded-sm border border-control bg-surface aria-invalid:border-clay disabled:opacity-60";
export const HEIGHTS = { sm: "h-9", md: "h-10" };

export interface Checked<Element> {
  ref?: Ref<Element> | undefined;
  /** Blocks submission until it is fixed. The label's component shows it. */
  problem?: string | undefined;
}

/** @returns a ref that also reports the control's error to the browser. */
export function useValidity<Element extends HTMLInputElement | HTMLTextAreaElement>({
  problem,
  ref,
}: Checked<Element>) {
  return useCallback(
    (element: Element | null) => {
      if (problem !== undefined) element?.setCustomValidity(problem);
      if (typeof ref === "function") ref(element);
      else if (ref) ref.current = element;
    },
    [problem, ref],
  );
}
