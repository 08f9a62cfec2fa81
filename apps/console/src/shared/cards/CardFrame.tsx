import { type Card, type CardAnswer, cardTable } from "@marquee/contract/schema";
import clsx from "clsx";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { rangeText } from "../filters/RangeMenu.tsx";
import { toCsv } from "../table/csv.ts";
import { csvFileName } from "../table/fileName.ts";
import { download } from "../ui/download.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { filtersText } from "./CardView.tsx";

interface CardFrameProps {
  card: Card;
  /** Null while it loads, or if there is none. */
  answer: CardAnswer | null;
  /** Name of the board, for the file. */
  board: string;
  /** Controls beside the title. */
  controls?: ReactNode;
  /** Called when dragging by the header begins and ends, if it can be dragged. */
  onDrag?: ((isOn: boolean) => void) | undefined;
  children: ReactNode;
}

/** A card with its title, its filters, and its download. */
export function CardFrame({ card, answer, board, controls, onDrag, children }: CardFrameProps) {
  const limits = [card.range === null ? "" : rangeText(card.range), filtersText(card.filters)].filter(
    Boolean,
  );
  return (
    <section
      aria-label={card.title}
      className={clsx(
        "min-w-0 break-inside-avoid rounded-lg border border-hairline bg-surface p-4 sm:p-5",
        card.width === "full" && "lg:col-span-2",
      )}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the card's menu and keys move it, too. */}
      <header
        className={clsx("flex items-start gap-2", onDrag && "cursor-grab")}
        draggable={onDrag !== undefined}
        onDragStart={(event) => {
          // Firefox drags nothing without data.
          event.dataTransfer.setData("text/plain", card.title);
          onDrag?.(true);
        }}
        onDragEnd={() => onDrag?.(false)}
      >
        <div className="min-w-0 flex-1 py-1.5">
          <h2 className="wrap-anywhere font-display font-semibold text-lead leading-tight">{card.title}</h2>
          {limits.length > 0 && (
            <p className="wrap-anywhere mt-0.5 text-ink-muted text-xs">{limits.join(" · ")}</p>
          )}
        </div>
        <div className="-mr-2 flex shrink-0 items-center print:hidden">
          {answer && (
            <IconButton
              label={`Download ${card.title} as CSV`}
              Icon={Download}
              onClick={() => downloadCards([{ card, answer }], card.title, board)}
            />
          )}
          {controls}
        </div>
      </header>
      <div className="mt-3">{children}</div>
    </section>
  );
}

interface AnsweredCard {
  card: Card;
  answer: CardAnswer | null;
}

/** Downloads cards as one CSV file with exact values, each below its title. */
export function downloadCards(cards: readonly AnsweredCard[], caption: string, board: string): void {
  const rows = cards.flatMap(({ card, answer }, index) => {
    if (!answer) return [];
    const { columns, rows } = cardTable(card, answer);
    const titled = cards.length > 1 ? [...(index > 0 ? [[]] : []), [card.title]] : [];
    return [...titled, columns.map(({ title }) => title), ...rows];
  });
  download(toCsv(rows), csvFileName({ screen: board, caption, range: null, now: Date.now() }));
}
