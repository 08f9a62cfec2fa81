import { useLayoutEffect, useRef } from "react";
import { useCardDrag } from "../../sections/interfaces/useCardDrag.ts";
import { fillTemplate } from "../../sections/pricing/fillTemplate.ts";
import type { Task } from "../tour/workspace.ts";
import { BoardCard } from "./BoardCard.tsx";
import type { ViewProps } from "./WorkspacePane.tsx";

/** The tasks by state. A card goes over by pointer or by its arrows, and keeps the focus where it lands. */
export function BoardView({ copy, tour, dispatch }: ViewProps) {
  const board = useRef<HTMLOListElement>(null);
  const refocus = useRef<string | null>(null);
  const { tasks, listName } = tour.workspace;
  const move = (id: string, column: number) => dispatch({ type: "moveCard", id, column });
  const { heldId, handlersFor } = useCardDrag(board, move);
  useLayoutEffect(() => {
    if (refocus.current) board.current?.querySelector<HTMLElement>(refocus.current)?.focus();
    refocus.current = null;
  });
  const step = ({ id, column }: Task, by: -1 | 1) => {
    refocus.current = `[data-card="${id}"] [data-control="${by === 1 ? "right" : "left"}"]`;
    move(id, column + by);
  };
  return (
    <ol
      ref={board}
      aria-label={fillTemplate(copy.board.label, { list: listName ?? "" })}
      className="grid grid-cols-[repeat(3,minmax(9.5rem,1fr))] gap-3 overflow-x-auto pb-2"
    >
      {copy.columns.map((name, column) => {
        const cards = tasks.filter((task) => task.column === column);
        return (
          <li
            key={name}
            data-column={column}
            className="min-h-72 rounded-md md:min-h-100 bg-surface-sunken p-2"
          >
            <h3 className="px-1 pb-2 text-ink-muted text-xs">
              {name} <span className="tabular-nums">{cards.length}</span>
            </h3>
            <ul aria-label={name} className="grid gap-2">
              {cards.map((task) => (
                <BoardCard
                  key={task.id}
                  copy={copy}
                  task={task}
                  isHeld={heldId === task.id}
                  handlers={handlersFor(task.id)}
                  onStep={(by) => step(task, by)}
                />
              ))}
            </ul>
          </li>
        );
      })}
    </ol>
  );
}
