import type { ContentField } from "@marquee/contract/schema";
import { useCallback, useEffect, useRef, useState } from "react";
import { useRoute } from "../../shared/api/useRoute.ts";
import { hrefOfPreview } from "../../shared/preview/previewState.ts";
import { TextLink } from "../../shared/ui/links.tsx";
import { InlineError, Skeleton } from "../../shared/ui/states.tsx";
import { type FieldPlaces, fieldAt, findPlaces, findSectionPlaces } from "./fieldPlaces.ts";
import {
  FrameControls,
  type FrameTheme,
  type FrameWidth,
  PreviewFrame,
  usualWidth,
} from "./PreviewFrame.tsx";

const ONE_HOUR = 60 * 60 * 1000;
/** Clay: no part of the site has an outline of this color. */
const OUTLINE = "3px solid oklch(0.66 0.16 40)";

interface PagePreviewProps {
  /** Key of the item that is edited. */
  item: string;
  path: string;
  /** ID of the draft; null for what is published. */
  draft: number | null;
  /** Changes when the page has to be rendered again. */
  version: string;
  /** The item's fields with the values that the page shows. */
  fields: readonly ContentField[];
  /** IDs of the sections that the page shows, in order. */
  sections: readonly string[];
  /** Pointer of the focused field, or the place of a section. */
  focused: string;
  /** Called with the pointer of the field whose text was clicked, or else with the place of the section. */
  onChoose: (pointer: string) => void;
}

/**
 * The page that shows an item, rendered from the draft as a new visitor would see it now. Clicking a text focuses its
 * field, and vice versa.
 */
export function PagePreview(props: PagePreviewProps) {
  const { item, path, draft, version, fields, sections, focused, onChoose } = props;
  const [looks, setLooks] = useState<{ width: FrameWidth; theme: FrameTheme }>({
    width: usualWidth(),
    theme: "light",
  });
  const places = useRef<FieldPlaces>(new Map());
  const choices = draft === null ? {} : { draft };
  const link = useRoute(
    "POST /content/preview",
    { body: { choices, marked: item } },
    { staleTime: ONE_HOUR, refetchInterval: ONE_HOUR },
  );
  const latest = useRef({ fields, sections, onChoose, focused });
  latest.current = { fields, sections, onChoose, focused };

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
  const onLoad = (page: Document) => {
    const ofFields = findPlaces(latest.current.fields, page);
    places.current = new Map([...findSectionPlaces(latest.current.sections, page), ...ofFields]);
    page.addEventListener(
      "click",
      (event) => {
        event.preventDefault();
        const pointer = fieldAt(event.target as Element, places.current);
        if (pointer !== undefined) latest.current.onChoose(pointer);
      },
      { capture: true },
    );
    if (latest.current.focused) show(latest.current.focused);
  };
  useEffect(() => show(focused), [focused, show]);

  return (
    <section aria-label="Preview" className="grid min-h-0 min-w-0 grid-rows-[auto_1fr] gap-3">
      <FrameControls {...looks} onChange={(change) => setLooks({ ...looks, ...change })}>
        <TextLink href={hrefOfPreview({ path, choices })} className="ml-auto">
          Other dates and visitors
        </TextLink>
      </FrameControls>
      <InlineError error={link.error} />
      {link.data && version !== "" ? (
        <PreviewFrame
          {...looks}
          title="Preview of the page"
          src={link.data.prefix + path}
          version={version}
          className="h-[70dvh] min-h-96 lg:h-[calc(100dvh-13rem)]"
          onLoad={onLoad}
        />
      ) : (
        !link.isError && <Skeleton className="h-[70dvh] w-full" />
      )}
    </section>
  );
}
