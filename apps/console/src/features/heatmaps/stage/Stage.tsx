import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { Skeleton } from "../../../shared/ui/states.tsx";
import { Overlay } from "./Overlay.tsx";
import { ScrollBands } from "./ScrollBands.tsx";
import type { Drawn, Measured, Mode } from "./stage.types.ts";
import { useArchivedPage } from "./useArchivedPage.ts";
import { useDrawing } from "./useDrawing.ts";
import { useResolvedElements } from "./useResolvedElements.ts";
import { type SharedScroll, useStageScroll } from "./useStageScroll.ts";

/** Share of the window's height that the page may take. */
const SHARE = 0.6;

const MIN_HEIGHT = 360;

export interface StageProps {
  /** Accessible name of the drawing. */
  name: string;
  version: string;
  drawn: Drawn;
  mode: Mode;
  /** Heat of one click. */
  weight: number;
  /** Heat of the darkest color. */
  most: number;
  /** Number of each numbered element, by selector. */
  numbers: ReadonlyMap<string, number>;
  /** Selector of the element to outline and scroll into view; null for none. */
  active: string | null;
  shared: SharedScroll;
  /** Reports the maximum heat and hidden elements after every layout of the page. */
  onMeasured: (measured: Measured) => void;
  onPoint: (selector: string | null) => void;
  onChoose: (selector: string | null) => void;
}

/** An archived page at the median width of its visitors' windows, with the heatmap on top. */
export function Stage(props: StageProps) {
  const { name, version, drawn, mode, active, shared, onPoint, onChoose } = props;
  const container = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const room = useAvailableSize(container);
  const archived = useArchivedPage(frame, version);
  const width = drawn.viewportWidth;
  const scale = Math.min(1, room.width / width || 1);
  const resolved = useResolvedElements({ ...props, archived, scale });
  const pageHeight = archived.state === "ready" ? archived.height : 0;
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
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
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
          {archived.state === "ready" && resolved && mode !== "scroll" && (
            <Overlay
              page={archived.page}
              canvas={canvas}
              resolved={resolved}
              scale={scale}
              draw={draw}
              onPoint={onPoint}
              onChoose={onChoose}
            />
          )}
          {archived.state === "loading" && <Skeleton className="absolute inset-0" />}
          {archived.state === "failed" && <NotArchived />}
        </div>
        {mode === "scroll" && pageHeight > 0 && (
          <ScrollBands scroll={drawn.scroll} pageHeight={pageHeight} scale={scale} />
        )}
      </div>
    </section>
  );
}

/**
 * Scrolls to an element of the archived page unless it is fully visible.
 * @param goTo takes the distance from the top of the page, in CSS pixels.
 */
function useScrollIntoView(element: Element | null, goTo: (top: number) => void): void {
  useEffect(() => {
    const view = element?.ownerDocument.defaultView;
    if (!element || !view) return;
    const { top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > view.innerHeight) goTo(view.scrollY + top - view.innerHeight / 3);
  }, [element, goTo]);
}

/** Shown if the archive does not return the page. */
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

/** Space for the page in CSS pixels: the element's width, and a share of the window's height. */
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
