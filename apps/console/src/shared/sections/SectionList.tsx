import { PAGE_SECTIONS } from "@marquee/contract";
import { Switch } from "@marquee/ui";
import clsx from "clsx";
import { ArrowDown, ArrowUp, GripVertical, Lock } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { IconButton } from "../ui/IconButton.tsx";
import { moveItem } from "../ui/moveItem.ts";

interface SectionListProps {
  /** Name of the page. */
  page: string;
  /** IDs of its sections, in order. */
  order: readonly string[];
  /** IDs of the hidden sections. */
  hidden: readonly string[];
  mayEdit: boolean;
  onMove: (order: string[]) => void;
  onHide: (hidden: string[]) => void;
  /** Called with the ID of a section when it gets the focus. */
  onFocus?: (id: string) => void;
  /** Returns the `data-pointer` of a section's title. */
  placeOf?: (id: string) => string;
}

/**
 * The sections of a page. They can be moved by dragging, with buttons or with Alt and an arrow key, and hidden with
 * a switch.
 */
export function SectionList(props: SectionListProps) {
  const { page, order, hidden, mayEdit, onMove, onHide, onFocus, placeOf } = props;
  const [said, setSaid] = useState("");
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const sections = PAGE_SECTIONS[page] ?? [];
  const find = (id: string | undefined) => sections.find((section) => section.id === id);
  const titleOf = (id: string) => find(id)?.title ?? id;
  const isFirst = (index: number) => find(order[index])?.isFirst === true;
  const canMove = (from: number, to: number) =>
    mayEdit && from !== to && to >= 0 && to < order.length && !isFirst(from) && !isFirst(to);
  const move = (from: number, to: number) => {
    const section = order[from];
    if (section === undefined || !canMove(from, to)) return;
    onMove(moveItem(order, from, to));
    setSaid(`${titleOf(section)} is at position ${to + 1} of ${order.length}.`);
  };
  const show = (section: string, isShown: boolean) => {
    const remainingHidden = hidden.filter((each) => each !== section);
    // In code order, so that hiding and showing a section again leaves no change.
    const next = sections
      .map((each) => each.id)
      .filter((each) => remainingHidden.includes(each) || each === section);
    onHide(isShown ? remainingHidden : next);
    setSaid(`${titleOf(section)} is ${isShown ? "shown" : "hidden"}.`);
  };
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol className="mt-2 border-hairline border-t">
        {order.map((section, index) => (
          <SectionRow
            key={section}
            title={titleOf(section)}
            needed={find(section)?.needed}
            isFixed={isFirst(index)}
            isHidden={hidden.includes(section)}
            place={placeOf?.(section)}
            isDragged={dragged === index}
            isOver={over === index && dragged !== null && canMove(dragged, index)}
            isBelow={dragged !== null && dragged < index}
            mayEdit={mayEdit}
            canMoveUp={canMove(index, index - 1)}
            canMoveDown={canMove(index, index + 1)}
            onFocus={onFocus && (() => onFocus(section))}
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
    </>
  );
}

interface SectionRowProps {
  title: string;
  needed: string | undefined;
  isFixed: boolean;
  isHidden: boolean;
  /** Its `data-pointer`, so that other components can find it. */
  place: string | undefined;
  isDragged: boolean;
  /** Whether the dragged section would be dropped here, coming from above. */
  isOver: boolean;
  isBelow: boolean;
  mayEdit: boolean;
  canMoveUp: boolean;
  canMoveDown: boolean;
  onFocus: (() => void) | undefined;
  onMove: (by: 1 | -1) => void;
  onShow: (isShown: boolean) => void;
  onDrag: (isOn: boolean) => void;
  onOver: () => void;
  onDrop: () => void;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

function SectionRow(props: SectionRowProps) {
  const { title, needed, isFixed, isHidden, isDragged, isOver, isBelow, mayEdit, onMove } = props;
  const about = useId();
  const row = useRef<HTMLLIElement>(null);
  const moved = useRef<HTMLElement | null>(null);
  // A new position moves the element, which loses the focus.
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
          data-pointer={props.place}
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
