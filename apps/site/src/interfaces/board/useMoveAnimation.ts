import { prefersReducedMotion } from "@marquee/ui";
import { type RefObject, useLayoutEffect, useRef } from "react";

/** The state before a change: each card's position on screen, and the focused control. */
interface Snapshot {
  places: Map<string, DOMRect>;
  focused: { id: string; control: string } | null;
}

const cardsOf = (board: Element) => board.querySelectorAll<HTMLElement>("[data-card]");

/**
 * After `arrangement` changes, animates each `[data-card]` from its old position and restores the focus to the card that had it, because a card
 * that changes its column is a new element. Does not animate with reduced motion.
 * @returns a function to call before the change.
 */
export function useMoveAnimation(board: RefObject<HTMLElement | null>, arrangement: unknown): () => void {
  const snapshot = useRef<Snapshot | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when `arrangement` changes.
  useLayoutEffect(() => {
    if (!board.current || !snapshot.current) return;
    for (const card of cardsOf(board.current))
      glide(card, snapshot.current.places.get(card.dataset.card ?? ""));
    restoreFocus(board.current, snapshot.current);
    snapshot.current = null;
  }, [board, arrangement]);
  return () => {
    if (board.current) snapshot.current = takeSnapshot(board.current);
  };
}

function takeSnapshot(board: HTMLElement): Snapshot {
  const places = new Map(
    [...cardsOf(board)].map((card) => [card.dataset.card ?? "", card.getBoundingClientRect()]),
  );
  const active = document.activeElement;
  const card = active?.closest<HTMLElement>("[data-card]");
  const control = active instanceof HTMLElement ? active.dataset.control : undefined;
  const id = card && board.contains(card) ? card.dataset.card : undefined;
  return { places, focused: id && control ? { id, control } : null };
}

function restoreFocus(board: HTMLElement, { focused }: Snapshot): void {
  if (!focused) return;
  const card = [...cardsOf(board)].find((each) => each.dataset.card === focused.id);
  const control = card?.querySelector<HTMLElement>(`[data-control="${focused.control}"]`);
  if (control === document.activeElement) return;
  control?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function glide(card: HTMLElement, before: DOMRect | undefined): void {
  const now = card.getBoundingClientRect();
  if (!before || prefersReducedMotion()) return;
  const [x, y] = [before.x - now.x, before.y - now.y];
  if (x === 0 && y === 0) return;
  card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
    duration: 220,
    easing: "cubic-bezier(0.2, 0.7, 0.2, 1)",
  });
}
