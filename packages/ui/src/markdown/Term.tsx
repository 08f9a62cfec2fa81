import { Tooltip } from "../overlay/Tooltip.tsx";
import type { ContentElementProps } from "./ContentNodes.tsx";

const SIDES = ["top", "right", "bottom", "left"] as const;
const THEMES = ["dark", "light", "purple"] as const;

/** A term of the text with its explanation, the arrow at its right unless said otherwise (`tt`; specification, section 2). */
export function Term({ element, children }: ContentElementProps) {
  const { text, side, theme } = element.attributes ?? {};
  if (!text) return children;
  return (
    <Tooltip
      text={String(text)}
      side={SIDES.find((each) => each === side) ?? "right"}
      theme={THEMES.find((each) => each === theme) ?? "dark"}
      className="underline decoration-accent decoration-dotted underline-offset-4"
    >
      {children}
    </Tooltip>
  );
}
