import { useRef } from "react";
import { formatMoment } from "../../formatMoment.ts";
import { MarkShape } from "../MarkShape.tsx";
import { MARK_STYLES } from "../markStyles.ts";
import type { Mark } from "../playback/marks.ts";
import { groupMarks } from "./groupMarks.ts";
import { useWidth } from "./useWidth.ts";

interface MarkLaneProps {
  marks: readonly Mark[];
  length: number;
  onSeek: (time: number) => void;
}

/** Of one mark, with what keeps it from the next: pixels. */
const ROOM = 11;

/** What happened where, for the pointer; the list beside the page says the same to everybody, and what each shape stands for. */
export function MarkLane({ marks, length, onSeek }: MarkLaneProps) {
  const lane = useRef<HTMLDivElement>(null);
  const width = useWidth(lane);
  const groups = width > 0 ? groupMarks(marks, length, (100 * ROOM) / width) : [];
  return (
    <div ref={lane} aria-hidden="true" className="relative h-5">
      {groups.map(({ mark, place, others }) => (
        <button
          key={mark.id}
          type="button"
          tabIndex={-1}
          title={titleOf(mark, others)}
          onClick={() => onSeek(Math.max(mark.at - 1000, 0))}
          className="absolute inset-y-0 grid w-2.5 -translate-x-1/2 place-items-center"
          style={{ left: `${place}%` }}
        >
          <MarkShape kind={mark.kind} className="size-2.5" />
        </button>
      ))}
    </div>
  );
}

function titleOf({ at, text, kind }: Mark, others: number): string {
  const more = others > 0 ? ` and ${others} more here` : "";
  return `${formatMoment(at)} ${MARK_STYLES[kind].name}: ${text}${more}`;
}
