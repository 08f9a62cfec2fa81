import { formatMoment } from "../../formatMoment.ts";
import { MARK_KINDS, MARK_STYLES } from "../markStyles.ts";
import type { Mark } from "../playback/marks.ts";
import { placeOf } from "./placeOf.ts";

interface MarkLaneProps {
  marks: readonly Mark[];
  length: number;
  onSeek: (time: number) => void;
}

/** Marks that lie nearer to each other cannot be told apart. */
const GRAIN = 0.25;

/** What happened where, for the pointer; the list beside the page says the same to everybody. */
export function MarkLane({ marks, length, onSeek }: MarkLaneProps) {
  return (
    <div aria-hidden="true" className="relative h-4">
      {topMarks(marks, length).map(({ mark, place, others }) => (
        <button
          key={mark.id}
          type="button"
          tabIndex={-1}
          title={titleOf(mark, others)}
          onClick={() => onSeek(Math.max(mark.at - 1000, 0))}
          className="absolute inset-y-0 flex w-2 -translate-x-1/2 items-end justify-center"
          style={{ left: `${place}%` }}
        >
          <span className={`w-0.5 rounded-full ${MARK_STYLES[mark.kind].bar}`} />
        </button>
      ))}
    </div>
  );
}

function titleOf({ at, text, kind }: Mark, others: number): string {
  const more = others > 0 ? ` and ${others} more here` : "";
  return `${formatMoment(at)} ${MARK_STYLES[kind].name}: ${text}${more}`;
}

/** The most important mark of each place, so that a long session does not become a wall. */
function topMarks(marks: readonly Mark[], length: number) {
  const places = new Map<number, { mark: Mark; place: number; others: number }>();
  for (const mark of marks) {
    const place = Math.round(placeOf(mark.at, length) / GRAIN) * GRAIN;
    const known = places.get(place);
    const isMore = !known || MARK_KINDS.indexOf(mark.kind) < MARK_KINDS.indexOf(known.mark.kind);
    places.set(place, { mark: isMore ? mark : known.mark, place, others: known ? known.others + 1 : 0 });
  }
  return [...places.values()];
}
