import { type Json, PAGE_SECTIONS, SECTIONS_ITEM } from "@marquee/contract";
import type { ContentField } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import clsx from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Switch } from "../../../../shared/form/Switch.tsx";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { moveItem } from "../../../../shared/ui/moveItem.ts";
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

const STEPS: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };

/** Moves sections of the page, by buttons or with Alt and an arrow key on the focused one, and hides them. */
export function SectionOrder({ page, name, fields, value, onChange }: SectionOrderProps) {
  const [said, setSaid] = useState("");
  const known = PAGE_SECTIONS[page] ?? [];
  if (known.length === 0) return null;
  const fieldAt = (pointer: string) => {
    const published = fields.find((field) => field.pointer === pointer)?.value ?? [];
    const changed = readChanges(value)[SECTIONS_ITEM]?.[pointer];
    return { pointer, published, ids: textsOf(changed ?? published), isChanged: changed !== undefined };
  };
  const [order, hidden] = [fieldAt(`/${page}/order`), fieldAt(`/${page}/hidden`)];
  const write = (base: Json, { pointer, published }: typeof order, next: Json) =>
    withField(base, { item: SECTIONS_ITEM, pointer, value: next, published });
  const find = (id: string | undefined) => known.find((section) => section.id === id);
  const canMove = (from: number, to: number) =>
    to >= 0 && to < order.ids.length && !find(order.ids[from])?.isFirst && !find(order.ids[to])?.isFirst;
  const move = (from: number, to: number) => {
    if (!canMove(from, to)) return;
    onChange(write(value, order, moveItem(order.ids, from, to)));
    setSaid(`${find(order.ids[from])?.title} moved to position ${to + 1} of ${order.ids.length}.`);
  };
  const show = (id: string, isShown: boolean) => {
    const others = hidden.ids.filter((each) => each !== id);
    // In the order of the code, so that hiding and showing one again is no change.
    const next = known.map((each) => each.id).filter((each) => others.includes(each) || each === id);
    onChange(write(value, hidden, isShown ? others : next));
    setSaid(`${find(id)?.title} is ${isShown ? "shown" : "hidden"}.`);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = STEPS[event.key];
    if (!event.altKey || !step) return;
    event.preventDefault();
    move(index, index + step);
  };
  const isOther = order.isChanged || hidden.isChanged;
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">Sections of {name}</legend>
      <p className="text-ink-muted text-xs">
        {isOther ? "Changed, in every language." : "As published."} Press Alt+↑ or Alt+↓ to move a section.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol className="mt-2 border-hairline border-t">
        {order.ids.map((id, index) => {
          const section = find(id);
          const title = section?.title ?? id;
          const isHidden = hidden.ids.includes(id);
          return (
            <li
              key={id}
              onKeyDown={(event) => onKeyDown(event, index)}
              className="flex items-center gap-2 border-hairline border-b"
            >
              <span className="w-6 text-right text-ink-muted tabular-nums">{index + 1}</span>
              <span className={clsx("min-w-0 flex-1 truncate", isHidden && "text-ink-muted line-through")}>
                {title}
              </span>
              {!section?.needed && (
                <Switch
                  label={`Show ${title} in ${name}`}
                  isLabelHidden
                  isOn={!isHidden}
                  onChange={(isShown) => show(id, isShown)}
                />
              )}
              <IconButton
                label={`Move ${title} up`}
                Icon={ArrowUp}
                isDisabled={!canMove(index, index - 1)}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                label={`Move ${title} down`}
                Icon={ArrowDown}
                isDisabled={!canMove(index, index + 1)}
                onClick={() => move(index, index + 1)}
              />
            </li>
          );
        })}
      </ol>
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
