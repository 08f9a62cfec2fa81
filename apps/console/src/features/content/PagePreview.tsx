import type { ContentField } from "@marquee/contract/schema";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { request } from "../../shared/api/request.ts";
import { resolveMediaQueries } from "../../shared/ui/resolveMediaQueries.ts";
import { InlineError, Skeleton } from "../../shared/ui/states.tsx";
import { useElementWidth } from "../../shared/ui/useElementWidth.ts";
import { type FieldPlaces, fieldAt, findPlaces } from "./fieldPlaces.ts";

/** Widths of phones, tablets and desktops, in CSS pixels. */
const WIDTHS = [390, 800, 1440] as const;
const THEMES = ["light", "dark"] as const;
const ONE_HOUR = 60 * 60 * 1000;
/** Clay, which no part of the site is outlined with. */
const OUTLINE = "3px solid oklch(0.66 0.16 40)";

interface PagePreviewProps {
  path: string;
  /** ID of the draft; null for what is published. */
  draft: number | null;
  /** Changes when the page has to be rendered again. */
  version: number;
  /** The item's fields with the values that the page shows. */
  fields: readonly ContentField[];
  /** Pointer of the field that has the focus. */
  focused: string;
  /** Called with the pointer of the field whose text was clicked. */
  onChoose: (pointer: string) => void;
}

/** The page as the server renders it from the draft, without scripts: nothing in it is measured or can be opened. */
export function PagePreview({ path, draft, version, fields, focused, onChoose }: PagePreviewProps) {
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>(1440);
  const [theme, setTheme] = useState<(typeof THEMES)[number]>("light");
  const room = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const places = useRef<FieldPlaces>(new Map());
  const scroll = useRef(0);
  const link = useQuery({
    queryKey: ["content preview", draft],
    queryFn: () => request("POST /content/preview", { body: draft ? { draft } : {} }),
    staleTime: ONE_HOUR,
    refetchInterval: ONE_HOUR,
  });
  const available = useElementWidth(room);
  const scale = Math.min(1, available / width || 1);
  const latest = useRef({ fields, onChoose, focused });
  latest.current = { fields, onChoose, focused };

  const show = useCallback((pointer: string) => {
    for (const place of places.current.values()) (place as HTMLElement).style.outline = "";
    const place = places.current.get(pointer) as HTMLElement | undefined;
    if (!place) return;
    place.style.outline = OUTLINE;
    place.style.outlineOffset = "4px";
    const { top, bottom } = place.getBoundingClientRect();
    const view = place.ownerDocument.defaultView;
    if (view && (top < 0 || bottom > view.innerHeight)) place.scrollIntoView({ block: "center" });
  }, []);
  const onLoad = () => {
    const page = frame.current?.contentDocument;
    const view = frame.current?.contentWindow;
    if (!page || !view) return;
    resolveMediaQueries(page, { "prefers-color-scheme": theme });
    view.scrollTo(0, scroll.current);
    places.current = findPlaces(latest.current.fields, page);
    view.addEventListener("scroll", () => {
      scroll.current = view.scrollY;
    });
    page.addEventListener(
      "click",
      (event) => {
        event.preventDefault();
        const pointer = fieldAt(event.target as Element, places.current);
        if (pointer !== undefined) latest.current.onChoose(pointer);
      },
      { capture: true },
    );
    page.addEventListener("submit", (event) => event.preventDefault(), { capture: true });
    if (latest.current.focused) show(latest.current.focused);
  };
  useEffect(() => show(focused), [focused, show]);

  const src = link.data && `${link.data.prefix}${path === "/" ? "/" : path}`;
  return (
    <section aria-label="Preview" className="grid min-h-0 min-w-0 grid-rows-[auto_1fr] gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Choice
          label="Width"
          choices={WIDTHS}
          chosen={width}
          nameOf={(each) => `${each} px`}
          onChange={setWidth}
        />
        <Choice
          label="Theme"
          choices={THEMES}
          chosen={theme}
          nameOf={(each) => (each === "light" ? "Light" : "Dark")}
          onChange={setTheme}
        />
        {src && (
          <a
            href={src}
            target="_blank"
            rel="noreferrer"
            className="ml-auto inline-flex items-center gap-1.5 text-ink-muted underline underline-offset-4"
          >
            Open
            <ExternalLink aria-hidden="true" className="size-4" />
            <span className="sr-only">the preview in a new tab</span>
          </a>
        )}
      </div>
      <div
        ref={room}
        className="relative h-[70dvh] min-h-96 overflow-hidden rounded-md border border-hairline bg-surface-sunken lg:h-[calc(100dvh-13rem)]"
      >
        {link.isError && <InlineError error={link.error} />}
        {!src && !link.isError && <Skeleton className="size-full" />}
        {src && (
          <iframe
            // Another theme is applied to a document as it was served.
            key={`${theme} ${path}`}
            ref={frame}
            title="Preview of the page"
            sandbox="allow-same-origin"
            src={`${src}?version=${version}`}
            onLoad={onLoad}
            className="absolute top-0 left-1/2 origin-top border-0 bg-surface"
            style={{ width, height: `${100 / scale}%`, transform: `translateX(-50%) scale(${scale})` }}
          />
        )}
      </div>
    </section>
  );
}

interface ChoiceProps<Value> {
  label: string;
  choices: readonly Value[];
  chosen: Value;
  nameOf: (value: Value) => string;
  onChange: (value: Value) => void;
}

function Choice<Value extends string | number>({
  label,
  choices,
  chosen,
  nameOf,
  onChange,
}: ChoiceProps<Value>) {
  return (
    <fieldset className="flex rounded-sm border border-control/50">
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
