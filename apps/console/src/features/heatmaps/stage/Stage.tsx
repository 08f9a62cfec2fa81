import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { Skeleton } from "../../../shared/ui/states.tsx";
import { Overlay } from "./Overlay.tsx";
import { ScrollBands } from "./ScrollBands.tsx";
import type { Drawn, Measured, Mode } from "./stage.types.ts";
import { useArchivedPage } from "./useArchivedPage.ts";
import { useDrawing } from "./useDrawing.ts";
import { useResolvedElements } from "./useResolvedElements.ts";
import { type SharedScroll, useStageScroll } from "./useStageScroll.ts";

/** Part of the window's height that a page is shown in. */
const SHARE = 0.6;

const MIN_HEIGHT = 360;

export interface StageProps {
  /** Text alternative of the drawing. */
  name: string;
  version: string;
  drawn: Drawn;
  mode: Mode;
  /** What one click weighs. */
  weight: number;
  /** Heat of the darkest colour. */
  most: number;
  /** Of elements that are numbered, by selector. */
  numbers: ReadonlyMap<string, number>;
  /** Selector of the element that is outlined and brought into sight. */
  active: string | null;
  shared: SharedScroll;
  /** Reports the maximum heat and hidden elements after every layout of the page. */
  onMeasured: (measured: Measured) => void;
  onPoint: (selector: string | null) => void;
  onChoose: (selector: string | null) => void;
}

/** A page as it was kept, at the width that visitors had it, and over it what they did. */
export function Stage(props: StageProps) {
  const { name, version, drawn, mode, active, shared, onPoint, onChoose } = props;
  const container = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const room = useAvailableSize(container);
  const kept = useArchivedPage(frame, version);
  const width = drawn.viewportWidth;
  const scale = Math.min(1, room.width / width || 1);
  const resolved = useResolvedElements({ ...props, kept, scale });
  const pageHeight = kept.state === "ready" ? kept.height : 0;
  const height = Math.min(room.height, pageHeight ? pageHeight * scale : room.height);

  const draw = useDrawing(canvas, { ...props, resolved, scale });
  const onMove = useCallback(
    (top: number) => {
      frame.current?.contentWindow?.scrollTo(0, top);
      draw();
    },
    [draw],
  );
  const { onScroll, goTo } = useStageScroll({ container, shared, scale, onMove });
  useEffect(() => onScroll(), [onScroll]);
  useScrollIntoView(active === null ? null : (resolved?.elements.get(active) ?? null), goTo);

  return (
    <section
      ref={container}
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
      tabIndex={0}
      onScroll={onScroll}
      className="relative overflow-y-auto overflow-x-hidden rounded-md border border-hairline bg-surface-sunken"
      style={{ height }}
    >
      <div
        className="relative mx-auto"
        style={{ width: width * scale, height: pageHeight * scale || "100%" }}
      >
        <div className="sticky top-0 overflow-hidden" style={{ height }}>
          <iframe
            ref={frame}
            title={name}
            sandbox="allow-same-origin"
            inert
            tabIndex={-1}
            className="block max-w-none origin-top-left border-0 bg-[oklch(1_0_0)] [color-scheme:light]"
            style={{ width, height: height / scale, transform: `scale(${scale})` }}
          />
          {kept.state === "ready" && resolved && mode !== "scroll" && (
            <Overlay page={kept.page} {...{ canvas, resolved, scale, draw, onPoint, onChoose }} />
          )}
          {kept.state === "loading" && <Skeleton className="absolute inset-0" />}
          {kept.state === "failed" && <NotArchived />}
        </div>
        {mode === "scroll" && pageHeight > 0 && (
          <ScrollBands {...{ scroll: drawn.scroll, pageHeight, scale }} />
        )}
      </div>
    </section>
  );
}

/** Scrolls to an element of a kept page that is not wholly to be seen. @param goTo takes pixels of the page from its top. */
function useScrollIntoView(element: Element | null, goTo: (top: number) => void): void {
  useEffect(() => {
    const view = element?.ownerDocument.defaultView;
    if (!element || !view) return;
    const { top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > view.innerHeight) goTo(view.scrollY + top - view.innerHeight / 3);
  }, [element, goTo]);
}

/** Stands where a page would be that the archive does not give. */
function NotArchived() {
  return (
    <p
      role="alert"
      className="absolute inset-0 grid place-items-center bg-surface p-6 text-center text-ink-muted"
    >
      This version of the page could not be loaded from the archive. Reload or choose another version. The
      table still lists its elements.
    </p>
  );
}

/** How much room there is for a page: width of an element, and what fits into the window beside the screen's head. CSS pixels. */
function useAvailableSize(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [room, setRoom] = useState({ width: 0, height: MIN_HEIGHT });
  useEffect(() => {
    const measure = () => {
      const height = Math.max(MIN_HEIGHT, Math.round(innerHeight * SHARE));
      setRoom({ width: element.current?.clientWidth ?? 0, height });
    };
    const sizes = new ResizeObserver(measure);
    if (element.current) sizes.observe(element.current);
    addEventListener("resize", measure);
    return () => {
      sizes.disconnect();
      removeEventListener("resize", measure);
    };
  }, [element]);
  return room;
}
