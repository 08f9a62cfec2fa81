import clsx from "clsx";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { followTrigger } from "./followTrigger.ts";
import type { Align, Side } from "./placeTip.ts";

export type TooltipTheme = "dark" | "light" | "purple";

interface TooltipProps {
  text: string;
  /** Content of the trigger button: text, not a control. */
  children: ReactNode;
  theme?: TooltipTheme;
  /** Side of the trigger; it flips if there is not enough room. */
  side?: Side;
  /** Alignment of the arrow on the tooltip. */
  align?: Align;
  isOpenOnLoad?: boolean;
  /** Classes of the trigger. */
  className?: string | undefined;
}

const THEMES: Record<TooltipTheme, string> = {
  dark: "bg-[oklch(0.22_0.03_160)] text-[oklch(0.96_0.01_95)] dark:bg-[oklch(0.32_0.03_160)]",
  light: "bg-[oklch(1_0_0)] text-[oklch(0.22_0.03_160)] [filter:drop-shadow(0_0_1px_oklch(0.55_0.02_150))]",
  purple: "bg-[oklch(0.42_0.17_295)] text-[oklch(0.99_0.005_295)]",
};

/** Position in browsers with CSS anchor positioning, until {@link followTrigger} takes over. */
const FIRST_PLACES: Record<Side, string> = {
  top: "supports-[position-area:top]:[position-area:top]",
  right: "supports-[position-area:top]:[position-area:right]",
  bottom: "supports-[position-area:top]:[position-area:bottom]",
  left: "supports-[position-area:top]:[position-area:left]",
};
const FALLBACKS =
  "m-auto supports-[position-area:top]:m-2 supports-[position-area:top]:[position-try-fallbacks:flip-block,flip-inline,bottom]";

/**
 * A short explanation that opens on click and closes on a click elsewhere or Escape (specification, sections 2 and 4). It uses the popover
 * attribute, so it works before hydration and without scripts; this component adds its exact position next to the trigger. Everything is
 * phrasing content, so a tooltip can be in a paragraph.
 */
export function Tooltip(props: TooltipProps) {
  const { text, children, theme = "dark", side = "top", align = "center", isOpenOnLoad, className } = props;
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const arrow = useRef<HTMLSpanElement>(null);
  const opening = useOpening(tip, isOpenOnLoad);

  useEffect(() => {
    if (opening === 0 || !trigger.current || !tip.current || !arrow.current) return;
    return followTrigger({ trigger: trigger.current, tip: tip.current, arrow: arrow.current, side, align });
  }, [opening, side, align]);

  return (
    <>
      <button
        ref={trigger}
        type="button"
        popoverTarget={id}
        aria-expanded={opening > 0}
        aria-controls={id}
        aria-describedby={id}
        className={clsx("cursor-help text-start", className)}
      >
        {children}
      </button>
      <span
        ref={tip}
        id={id}
        role="tooltip"
        popover="auto"
        className={clsx(
          FALLBACKS,
          FIRST_PLACES[side],
          "w-max max-w-[min(18rem,calc(100vw-1rem))] overflow-visible rounded-sm border-0 px-3 py-2 whitespace-normal text-start font-normal font-sans text-xs normal-case leading-normal tracking-normal shadow-float",
          "transition-opacity duration-150 starting:opacity-0",
          THEMES[theme],
        )}
      >
        <span ref={arrow} className="absolute -z-1 size-2.5 rotate-45 bg-inherit" />
        {text}
      </span>
    </>
  );
}

/**
 * 0 while the popover is closed, else a number that changes with each toggle event while open. The browser may combine closing and reopening
 * into one event, and the tooltip must be positioned again even then. A popover opened before hydration counts as open.
 */
function useOpening(tip: { current: HTMLElement | null }, isOpenOnLoad = false): number {
  const [opening, setOpening] = useState(0);
  useEffect(() => {
    const element = tip.current;
    if (!element) return;
    const onToggle = () => setOpening((last) => (element.matches(":popover-open") ? last + 1 : 0));
    // "toggle" fires a moment after opening. Hide the tooltip until it has its position.
    const onBeforeToggle = () => element.style.setProperty("visibility", "hidden");
    element.addEventListener("beforetoggle", onBeforeToggle);
    element.addEventListener("toggle", onToggle);
    if (isOpenOnLoad) element.showPopover();
    onToggle();
    return () => {
      element.removeEventListener("beforetoggle", onBeforeToggle);
      element.removeEventListener("toggle", onToggle);
    };
  }, [tip, isOpenOnLoad]);
  return opening;
}
