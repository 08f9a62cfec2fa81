import { CONTENT_TITLES } from "@marquee/contract";
import type { ContentField } from "@marquee/contract/schema";
import { useId } from "react";
import { SectionList } from "../../shared/sections/SectionList.tsx";
import { FieldState } from "./FieldForm.tsx";
import { SECTION_PLACE } from "./fieldPlaces.ts";
import type { ContentDraft } from "./useContentDraft.ts";

interface SectionsProps {
  /** Name of the page. */
  page: string;
  edited: ContentDraft;
  mayEdit: boolean;
  /** Called with the place of a section in the preview. */
  onFocus?: (place: string) => void;
}

/** IDs of the page's visible sections in the draft, in order. */
export function shownInDraft(page: string, edited: ContentDraft): string[] {
  const { order, hidden } = fieldsOf(page, edited);
  const ids = textsOf(hidden, edited);
  return textsOf(order, edited).filter((id) => !ids.includes(id));
}

/** The sections of a page in the draft. They are the same in every language. */
export function Sections({ page, edited, mayEdit, onFocus }: SectionsProps) {
  const id = useId();
  const { order, hidden } = fieldsOf(page, edited);
  if (!order || !hidden) return null;
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="font-display font-semibold text-lead">
        {onFocus ? "Sections" : (CONTENT_TITLES[page] ?? page)}
      </h2>
      {onFocus && <p className="mt-0.5 text-ink-muted text-xs">The same in every language.</p>}
      <SectionList
        page={page}
        order={textsOf(order, edited)}
        hidden={textsOf(hidden, edited)}
        mayEdit={mayEdit}
        onMove={(next) => edited.type(order.pointer, next)}
        onHide={(next) => edited.type(hidden.pointer, next)}
        {...(onFocus && { onFocus: (section: string) => onFocus(SECTION_PLACE + section) })}
        placeOf={(section) => SECTION_PLACE + section}
      />
      <div className="mt-1 grid gap-1.5 empty:hidden">
        <FieldState
          id={`${id}-order`}
          field={order}
          caption="Published order"
          edited={edited}
          mayEdit={mayEdit}
        />
        <FieldState
          id={`${id}-hidden`}
          field={hidden}
          caption="Published as hidden"
          edited={edited}
          mayEdit={mayEdit}
        />
      </div>
    </section>
  );
}

function fieldsOf(page: string, edited: ContentDraft) {
  const find = (name: string) =>
    edited.query.data?.fields.find(({ pointer }) => pointer === `/${page}/${name}`);
  return { order: find("order"), hidden: find("hidden") };
}

function textsOf(field: ContentField | undefined, edited: ContentDraft): string[] {
  const value = field && edited.read(field);
  return Array.isArray(value) ? value.map(String) : [];
}
