import { type PointerEvent, type RefObject, useEffect, useState } from "react";
import { type ResolvedSelectors, selectorAround } from "./resolveSelectors.ts";

interface OverlayProps {
  canvas: RefObject<HTMLCanvasElement | null>;
  page: Document;
  resolved: ResolvedSelectors;
  scale: number;
  /** Redraws the canvas. */
  draw: () => void;
  onPoint: (selector: string | null) => void;
  onChoose: (selector: string | null) => void;
}

/** The layer above the page. It blocks clicks on the page; a click selects an element. */
export function Overlay({ canvas, page, resolved, scale, draw, onPoint, onChoose }: OverlayProps) {
  const [pointed, setPointed] = useState<string | null>(null);
  useEffect(() => {
    if (!canvas.current) return;
    // A resized canvas stretches its old content until it is redrawn.
    const sizes = new ResizeObserver(draw);
    sizes.observe(canvas.current);
    return () => sizes.disconnect();
  }, [canvas, draw]);
  const find = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const element = page.elementFromPoint((clientX - left) / scale, (clientY - top) / scale);
    return selectorAround(resolved, element);
  };
  const point = (selector: string | null) => {
    if (selector === pointed) return;
    setPointed(selector);
    onPoint(selector);
  };
  return (
    <canvas
      ref={canvas}
      onPointerMove={(event) => point(find(event))}
      onPointerLeave={() => point(null)}
      onPointerUp={(event) => onChoose(find(event))}
      className={pointed ? "absolute inset-0 size-full cursor-pointer" : "absolute inset-0 size-full"}
    />
  );
}
