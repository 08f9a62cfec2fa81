import { type Json, PAGE_SECTIONS, SECTIONS_ITEM } from "@marquee/contract";
import type { ContentField } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { SectionList } from "../../../../shared/sections/SectionList.tsx";
import { readChanges, withField } from "../contentChanges.ts";

interface SectionOrderProps {
  /** Name of the page. */
  page: string;
  /** Name of the variation. */
  name: string;
  /** Order and hidden sections of all pages, as published. */
  fields: readonly ContentField[];
  value: Json;
  onChange: (value: Json) => void;
}

/** The sections of the page in a variation. They are the same in every language. */
export function SectionOrder({ page, name, fields, value, onChange }: SectionOrderProps) {
  if ((PAGE_SECTIONS[page] ?? []).length === 0) return null;
  const fieldAt = (pointer: string) => {
    const published = fields.find((field) => field.pointer === pointer)?.value ?? [];
    const changed = readChanges(value)[SECTIONS_ITEM]?.[pointer];
    return { pointer, published, ids: textsOf(changed ?? published), isChanged: changed !== undefined };
  };
  const [order, hidden] = [fieldAt(`/${page}/order`), fieldAt(`/${page}/hidden`)];
  const write = (base: Json, { pointer, published }: typeof order, next: Json) =>
    withField(base, { item: SECTIONS_ITEM, pointer, value: next, published });
  const isOther = order.isChanged || hidden.isChanged;
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">Sections of {name}</legend>
      <p className="text-ink-muted text-xs">
        {isOther ? "Changed, in every language." : "As published."} Press Alt+↑ or Alt+↓ to move a section.
      </p>
      <SectionList
        page={page}
        order={order.ids}
        hidden={hidden.ids}
        mayEdit
        onMove={(next) => onChange(write(value, order, next))}
        onHide={(next) => onChange(write(value, hidden, next))}
      />
      {isOther && (
        <Button
          variant="tertiary"
          size="sm"
          className="-ml-3.5"
          onClick={() => onChange(write(write(value, order, order.published), hidden, hidden.published))}
        >
          Restore published sections
        </Button>
      )}
    </fieldset>
  );
}

function textsOf(value: Json): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
