import type { Json, PageText } from "@marquee/contract";
import { Button } from "@marquee/ui";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { moveItem } from "../../../../shared/ui/moveItem.ts";
import { orderOf, readPatch, withOrder } from "../contentPatch.ts";

interface SectionOrderProps {
  page: PageText;
  /** Of the variation. */
  name: string;
  value: Json;
  onChange: (value: Json) => void;
}

const STEPS: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };

/** In which order the page's sections stand. Buttons move them, and Alt with an arrow moves the one that has the focus. */
export function SectionOrder({ page, name, value, onChange }: SectionOrderProps) {
  const [said, setSaid] = useState("");
  const order = orderOf(value, page);
  const isOther = readPatch(value).order.length > 0;
  const move = (from: number, to: number) => {
    if (to < 0 || to >= order.length) return;
    onChange(withOrder(value, moveItem(order, from, to), page));
    setSaid(`${order[from]} is section ${to + 1} of ${order.length} now.`);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = STEPS[event.key];
    if (!event.altKey || !step) return;
    event.preventDefault();
    move(index, index + step);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">Order of sections of {name}</legend>
      <p className="text-ink-muted text-xs">
        {isOther ? "Another order than the page's own." : "The page's own order."} Alt with ↑ or ↓ moves the
        section that you are in.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol className="mt-2 border-hairline border-t">
        {order.map((id, index) => (
          <li
            key={id}
            onKeyDown={(event) => onKeyDown(event, index)}
            className="flex items-center gap-2 border-hairline border-b"
          >
            <span className="w-6 text-right text-ink-muted tabular-nums">{index + 1}</span>
            <span className="min-w-0 flex-1 truncate">{id}</span>
            <IconButton
              label={`Move ${id} up`}
              Icon={ArrowUp}
              isDisabled={index === 0}
              onClick={() => move(index, index - 1)}
            />
            <IconButton
              label={`Move ${id} down`}
              Icon={ArrowDown}
              isDisabled={index === order.length - 1}
              onClick={() => move(index, index + 1)}
            />
          </li>
        ))}
      </ol>
      {isOther && (
        <Button
          variant="tertiary"
          size="sm"
          className="-ml-3.5"
          onClick={() => onChange(withOrder(value, page.sections, page))}
        >
          Back to the page's own order
        </Button>
      )}
    </fieldset>
  );
}
