import { type PointerEvent, type RefObject, useState } from "react";
import { usePointerDrag } from "../usePointerDrag.ts";

interface Held {
  id: string;
  element: HTMLElement;
  fromX: number;
  fromY: number;
}

/** Where a card would land: the column, and its position among the column's other cards. */
interface Landing {
  column: number;
  index: number;
}

/** Distance from the board's edge, in pixels, within which dragging a card scrolls the board. */
const EDGE = 44;

/**
 * Drags cards by pointer: with a mouse from any part that is not a button, by touch only from the grip, so that touching the rest still
 * scrolls the page. Escape cancels the drag.
 * @param onDrop Called when a card is dropped on a column, with the position among the column's other cards.
 */
export function useCardDrag(
  board: RefObject<HTMLElement | null>,
  onDrop: (id: string, column: number, index: number) => void,
) {
  const [over, setOver] = useState<Landing | null>(null);
  const release = ({ element }: Held) => {
    element.style.removeProperty("transform");
    setOver(null);
  };
  const { held, handlersFor } = usePointerDrag<Held>({
    onMove: ({ id, element, fromX, fromY }, { clientX, clientY }) => {
      if (!board.current) return;
      element.style.transform = `translate(${clientX - fromX}px, ${clientY - fromY}px)`;
      setOver(landingAt(board.current, id, clientX, clientY));
      scrollAtEdge(board.current, clientX);
    },
    onDrop: (card, { clientX, clientY }) => {
      const landing = over && board.current && landingAt(board.current, card.id, clientX, clientY);
      // Call before `release` resets the position, so that the card animates from where it was dropped.
      if (landing) onDrop(card.id, landing.column, landing.index);
      release(card);
    },
    onCancel: release,
  });
  const lift = (id: string) => (event: PointerEvent<Element>) => {
    const { currentTarget: element, clientX: fromX, clientY: fromY } = event;
    return mayLift(event) && element instanceof HTMLElement ? { id, element, fromX, fromY } : null;
  };
  return {
    heldId: held?.id ?? null,
    overColumn: over?.column ?? null,
    handlersFor: (id: string) => handlersFor(lift(id)),
  };
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
  const otherCards = cards.filter((card) => card.dataset.card !== id);
  const index = otherCards.filter((card) => {
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
