import { CONTENT_TITLES, PAGE_SECTIONS } from "@marquee/contract";
import type { ContentField } from "@marquee/contract/schema";
import clsx from "clsx";
import { ArrowDown, ArrowUp, GripVertical, Lock } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Switch } from "../../shared/form/Switch.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { moveItem } from "../../shared/ui/moveItem.ts";
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

/** IDs of the sections that a page shows in the draft, in order. */
export function shownInDraft(page: string, edited: ContentDraft): string[] {
  const { order, hidden } = fieldsOf(page, edited);
  const ids = textsOf(hidden, edited);
  return textsOf(order, edited).filter((id) => !ids.includes(id));
}

/** The sections of a page in their order, which can be moved and hidden. They are the same in every language. */
export function Sections({ page, edited, mayEdit, onFocus }: SectionsProps) {
  const id = useId();
  const [said, setSaid] = useState("");
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const { order, hidden } = fieldsOf(page, edited);
  if (!order || !hidden) return null;
  const ids = textsOf(order, edited);
  const hiddenIds = textsOf(hidden, edited);
  const known = PAGE_SECTIONS[page] ?? [];
  const titleOf = (id: string) => known.find((section) => section.id === id)?.title ?? id;
  const isFirst = (index: number) => known.some((section) => section.isFirst && section.id === ids[index]);
  const canMove = (from: number, to: number) =>
    mayEdit && from !== to && to >= 0 && to < ids.length && !isFirst(from) && !isFirst(to);
  const move = (from: number, to: number) => {
    const section = ids[from];
    if (section === undefined || !canMove(from, to)) return;
    edited.type(order.pointer, moveItem(ids, from, to));
    setSaid(`${titleOf(section)} is at position ${to + 1} of ${ids.length}.`);
  };
  const show = (section: string, isShown: boolean) => {
    const others = hiddenIds.filter((each) => each !== section);
    // In the order of the code, so that hiding and showing one again is no change.
    const next = known.map((each) => each.id).filter((each) => others.includes(each) || each === section);
    edited.type(hidden.pointer, isShown ? others : next);
    setSaid(`${titleOf(section)} is ${isShown ? "shown" : "hidden"}.`);
  };
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="font-display font-semibold text-lead">
        {onFocus ? "Sections" : (CONTENT_TITLES[page] ?? page)}
      </h2>
      {onFocus && <p className="mt-0.5 text-ink-muted text-xs">The same in every language.</p>}
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol className="mt-2 border-hairline border-t">
        {ids.map((section, index) => (
          <SectionRow
            key={section}
            id={section}
            title={titleOf(section)}
            needed={known.find((each) => each.id === section)?.needed}
            isFixed={isFirst(index)}
            isHidden={hiddenIds.includes(section)}
            isDragged={dragged === index}
            isOver={over === index && dragged !== null && canMove(dragged, index)}
            isBelow={dragged !== null && dragged < index}
            mayEdit={mayEdit}
            canMoveUp={canMove(index, index - 1)}
            canMoveDown={canMove(index, index + 1)}
            onFocus={() => onFocus?.(SECTION_PLACE + section)}
            onMove={(by) => move(index, index + by)}
            onShow={(isShown) => show(section, isShown)}
            onDrag={(isOn) => {
              setDragged(isOn ? index : null);
              setOver(null);
            }}
            onOver={() => setOver(index)}
            onDrop={() => {
              if (dragged !== null) move(dragged, index);
              setDragged(null);
            }}
          />
        ))}
      </ol>
      <div className="mt-1 grid gap-1.5 empty:hidden">
        <FieldState id={`${id}-order`} field={order} caption="Published order" {...{ edited, mayEdit }} />
        <FieldState
          id={`${id}-hidden`}
          field={hidden}
          caption="Published as hidden"
          {...{ edited, mayEdit }}
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

interface SectionRowProps {
  id: string;
  title: string;
  needed: string | undefined;
  isFixed: boolean;
  isHidden: boolean;
  isDragged: boolean;
  /** Whether the dragged section would take this place, and from above. */
  isOver: boolean;
  isBelow: boolean;
  mayEdit: boolean;
  canMoveUp: boolean;
  canMoveDown: boolean;
  onFocus: () => void;
  onMove: (by: 1 | -1) => void;
  onShow: (isShown: boolean) => void;
  onDrag: (isOn: boolean) => void;
  onOver: () => void;
  onDrop: () => void;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

function SectionRow(props: SectionRowProps) {
  const { id, title, needed, isFixed, isHidden, isDragged, isOver, isBelow, mayEdit, onMove } = props;
  const about = useId();
  const row = useRef<HTMLLIElement>(null);
  const moved = useRef<HTMLElement | null>(null);
  // A new place moves the element, which loses the focus.
  useEffect(() => {
    moved.current?.focus();
    moved.current = null;
  });
  const move = (by: 1 | -1) => {
    const { activeElement } = document;
    if (row.current?.contains(activeElement)) moved.current = activeElement as HTMLElement;
    onMove(by);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!event.altKey || !step) return;
    event.preventDefault();
    move(step);
  };
  const isMovable = mayEdit && !isFixed;
  return (
    <li
      ref={row}
      draggable={isMovable}
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        // Firefox drags nothing without data.
        event.dataTransfer.setData("text/plain", title);
        props.onDrag(true);
      }}
      onDragEnd={() => props.onDrag(false)}
      onDragOver={(event) => {
        event.preventDefault();
        props.onOver();
      }}
      onDrop={(event) => {
        event.preventDefault();
        props.onDrop();
      }}
      className={clsx(
        "flex min-h-11 items-center gap-2 border-hairline border-b",
        isMovable && "cursor-grab",
        isDragged && "opacity-50",
        isOver &&
          (isBelow ? "shadow-[0_2px_0_var(--color-accent)]" : "shadow-[0_-2px_0_var(--color-accent)]"),
      )}
    >
      {isFixed ? (
        <Lock aria-hidden="true" className="size-4 shrink-0 text-ink-muted" />
      ) : (
        <GripVertical
          aria-hidden="true"
          className={clsx("size-4 shrink-0 text-ink-muted", !isMovable && "invisible")}
        />
      )}
      <div className="min-w-0 flex-1 py-1.5">
        <button
          type="button"
          data-pointer={SECTION_PLACE + id}
          aria-describedby={needed ? about : undefined}
          title={isMovable ? "Drag, or press Alt+↑ or Alt+↓ to move" : undefined}
          onFocus={props.onFocus}
          onClick={props.onFocus}
          className={clsx(
            "wrap-anywhere rounded-sm text-left font-medium",
            isHidden && "text-ink-muted line-through",
          )}
        >
          {title}
          {isHidden && <span className="sr-only"> (hidden)</span>}
        </button>
        {needed && (
          <p id={about} className="text-ink-muted text-xs">
            {isFixed ? "Always first and shown. " : "Always shown. "}
            {needed}
          </p>
        )}
      </div>
      {mayEdit && (
        <div className="flex shrink-0 items-center">
          {!needed && (
            <Switch label={`Show ${title}`} isLabelHidden isOn={!isHidden} onChange={props.onShow} />
          )}
          {!isFixed && (
            <div className="ml-1 flex">
              <IconButton
                label={`Move ${title} up`}
                Icon={ArrowUp}
                isDisabled={!props.canMoveUp}
                onClick={() => move(-1)}
              />
              <IconButton
                label={`Move ${title} down`}
                Icon={ArrowDown}
                isDisabled={!props.canMoveDown}
                onClick={() => move(1)}
              />
            </div>
          )}
        </div>
      )}
    </li>
  );
}
