import { type ReactNode, useEffect, useRef } from "react";
import { resolveMediaQueries } from "../../shared/ui/resolveMediaQueries.ts";
import { useElementWidth } from "../../shared/ui/useElementWidth.ts";

/** Widths of phones, tablets and desktops, in CSS pixels. */
export const WIDTHS = [390, 800, 1440] as const;
export type FrameWidth = (typeof WIDTHS)[number];
/** The size that fits the console's window. */
export const usualWidth = (): FrameWidth => (window.innerWidth < 640 ? 390 : 1440);
const THEMES = ["light", "dark"] as const;
export type FrameTheme = (typeof THEMES)[number];

interface PreviewFrameProps {
  title: string;
  /** Path of the previewed page, with the preview's prefix. A new path opens in the same frame. */
  src: string;
  /** Changes when the page has to be rendered again. */
  version?: string;
  width: FrameWidth;
  theme: FrameTheme;
  /** Classes that set the frame's height. */
  className: string;
  /** Called with each page that loads. `isFollowed` is true if a link in the frame led to it. */
  onLoad?: (page: Document, isFollowed: boolean) => void;
  /** Called with the scroll position, from 0 to 1. */
  onScroll?: (position: number) => void;
  /** Where to scroll to, from 0 to 1. */
  position?: number;
}

/**
 * A page as the server renders it for a preview, at its own width. Its policy blocks scripts, so the frame may share the console's origin, which
 * lets the console mark fields in it and follow its links.
 */
export function PreviewFrame(props: PreviewFrameProps) {
  const { title, src, version = "", width, theme, className, position } = props;
  const room = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef(props);
  latest.current = props;
  /** The path opened by the parent, and its scroll position. */
  const opened = useRef({ src: "", scroll: 0, isLoading: false });
  /** The page that a link in the frame led to, until `src` has it too. */
  const followed = useRef("");
  const available = useElementWidth(room);
  const scale = Math.min(1, available / width || 1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new theme has to be applied to the document as served, and a new version is a new document.
  useEffect(() => {
    const isThere = followed.current === src;
    followed.current = "";
    if (isThere) return;
    opened.current = { src, scroll: opened.current.src === src ? opened.current.scroll : 0, isLoading: true };
    frame.current?.contentWindow?.location.replace(src);
  }, [src, version, theme]);

  const onLoad = () => {
    const view = frame.current?.contentWindow;
    const page = frame.current?.contentDocument;
    if (!view || !page || view.location.href === "about:blank") return;
    const isFollowed = !opened.current.isLoading;
    if (isFollowed) {
      followed.current = view.location.pathname + view.location.search;
      opened.current = { src: followed.current, scroll: 0, isLoading: false };
    }
    opened.current.isLoading = false;
    resolveMediaQueries(page, { "prefers-color-scheme": latest.current.theme });
    view.scrollTo(0, opened.current.scroll);
    view.addEventListener("scroll", () => {
      opened.current.scroll = view.scrollY;
      const length = page.documentElement.scrollHeight - view.innerHeight;
      latest.current.onScroll?.(length > 0 ? view.scrollY / length : 0);
    });
    latest.current.onLoad?.(page, isFollowed);
  };
  useEffect(() => {
    const view = frame.current?.contentWindow;
    const root = frame.current?.contentDocument?.documentElement;
    if (position === undefined || !view || !root) return;
    const top = Math.round(position * (root.scrollHeight - view.innerHeight));
    if (Math.abs(view.scrollY - top) > 1) view.scrollTo({ top, behavior: "instant" });
  }, [position]);

  return (
    <div
      ref={room}
      className={`relative overflow-hidden rounded-md border border-hairline bg-surface-sunken ${className}`}
    >
      <iframe
        ref={frame}
        title={title}
        sandbox="allow-same-origin allow-scripts"
        onLoad={onLoad}
        className="absolute top-0 left-1/2 origin-top border-0 bg-surface"
        style={{ width, height: `${100 / scale}%`, transform: `translateX(-50%) scale(${scale})` }}
      />
    </div>
  );
}

interface FrameControlsProps {
  width: FrameWidth;
  theme: FrameTheme;
  onChange: (change: { width?: FrameWidth; theme?: FrameTheme }) => void;
  children?: ReactNode;
}

/** Width and theme of a preview. */
export function FrameControls({ width, theme, onChange, children }: FrameControlsProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Choice
        label="Width"
        choices={WIDTHS}
        chosen={width}
        nameOf={(each) => `${each} px`}
        onChange={(next) => onChange({ width: next })}
      />
      <Choice
        label="Theme"
        choices={THEMES}
        chosen={theme}
        nameOf={(each) => (each === "light" ? "Light" : "Dark")}
        onChange={(next) => onChange({ theme: next })}
      />
      {children}
    </div>
  );
}

interface ChoiceProps<Value> {
  label: string;
  choices: readonly Value[];
  chosen: Value;
  nameOf: (value: Value) => string;
  onChange: (value: Value) => void;
}

/** A choice among a few values. */
export function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, choices, chosen, nameOf, onChange } = props;
  return (
    <fieldset className="flex w-fit rounded-sm border border-control/50">
      <legend className="sr-only">{label}</legend>
      {choices.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === chosen}
          onClick={() => onChange(each)}
          className="h-9 px-3 text-ink-muted tabular-nums first:rounded-l-sm last:rounded-r-sm hover:text-ink aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong"
        >
          {nameOf(each)}
        </button>
      ))}
    </fieldset>
  );
}
