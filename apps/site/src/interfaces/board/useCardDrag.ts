import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";

interface Held {
  id: string;
  element: HTMLElement;
  fromX: number;
  fromY: number;
}

/** Where a card would land: the column, and its place among the cards that are there without it. */
interface Landing {
  column: number;
  index: number;
}

/** Pixels from the board's edge at which it scrolls on while a card is held there. */
const EDGE = 44;

/**
 * Drags cards by pointer: with a mouse by any part that is not a button, by touch at the grip, so that the rest still scrolls
 * the page. Escape gives up.
 * @param onDrop the card was let go over a column.
 */
export function useCardDrag(
  board: RefObject<HTMLElement | null>,
  onDrop: (id: string, column: number, index: number) => void,
) {
  const held = useRef<Held | null>(null);
  const [heldId, setHeldId] = useState<string | null>(null);
  const [over, setOver] = useState<Landing | null>(null);
  const release = () => {
    held.current?.element.style.removeProperty("transform");
    held.current = null;
    setHeldId(null);
    setOver(null);
  };
  useEffect(() => {
    if (!heldId) return;
    const onKeyDown = ({ key }: KeyboardEvent) => key === "Escape" && release();
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });

  const handlersFor = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (!mayLift(event)) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      held.current = { id, element: event.currentTarget, fromX: event.clientX, fromY: event.clientY };
      setHeldId(id);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (!held.current || !board.current) return;
      const { element, fromX, fromY } = held.current;
      element.style.transform = `translate(${clientX - fromX}px, ${clientY - fromY}px)`;
      setOver(landingAt(board.current, id, clientX, clientY));
      scrollAtEdge(board.current, clientX);
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const wasDragged = held.current && over;
      const landing = board.current && landingAt(board.current, id, clientX, clientY);
      if (wasDragged && landing) onDrop(id, landing.column, landing.index);
      release();
    },
    onPointerCancel: release,
  });
  return { heldId, overColumn: over?.column ?? null, handlersFor };
}

function mayLift({ target, button, pointerType }: PointerEvent): boolean {
  if (button !== 0 || !(target instanceof Element)) return false;
  const isGrip = target.closest("[data-control=grip]") !== null;
  return isGrip || (pointerType === "mouse" && !target.closest("button"));
}

function landingAt(board: HTMLElement, id: string, x: number, y: number): Landing | null {
  const columns = [...board.querySelectorAll<HTMLElement>("[data-column]")];
  const column = columns.findIndex((each) => {
    const { left, right } = each.getBoundingClientRect();
    return left <= x && x < right;
  });
  const cards = [...(columns[column]?.querySelectorAll<HTMLElement>("[data-card]") ?? [])];
  const others = cards.filter((card) => card.dataset.card !== id);
  const index = others.filter((card) => {
    const { top, height } = card.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
  return column < 0 ? null : { column, index };
}

function scrollAtEdge(board: HTMLElement, x: number): void {
  const { left, right } = board.getBoundingClientRect();
  if (x > right - EDGE) board.scrollBy({ left: 12 });
  if (x < left + EDGE) board.scrollBy({ left: -12 });
}
