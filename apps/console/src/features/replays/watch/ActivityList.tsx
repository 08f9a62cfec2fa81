import { type RefObject, useEffect, useRef, useState } from "react";
import { formatTimecode } from "../../../shared/format/format.ts";
import { MARK_KINDS, MARK_STYLES, MarkShape } from "./MarkShape.tsx";
import { findMark, type Mark, type MarkKind } from "./playback/marks.ts";
import { LINK_LEAD } from "./replayPositionLink.ts";

interface HappeningsProps {
  marks: readonly Mark[];
  time: number;
  /** The time that the replay was opened for, such as an error; null for none. */
  moment: number | null;
  onSeek: (time: number) => void;
}

/** Plain clicks are frequent, so they are hidden by default. */
const HIDDEN_AT_FIRST: readonly MarkKind[] = ["click"];
/** Start this many milliseconds before a mark, to show what led to it. */
const LEAD = 1000;

/** Every mark of the timeline as a list. Selecting one seeks to it. The mark that the replay was opened for is selected until it is reached. */
export function ActivityList({ marks, time, moment, onSeek }: HappeningsProps) {
  const [hidden, setHidden] = useState(HIDDEN_AT_FIRST);
  const kinds = MARK_KINDS.filter((kind) => marks.some((mark) => mark.kind === kind));
  const visibleMarks = marks.filter(({ kind }) => !hidden.includes(kind));
  const linked = moment === null ? undefined : findMark(visibleMarks, moment);
  const isAhead = moment !== null && linked && time >= moment - LINK_LEAD && time < linked.at;
  const current = isAhead ? linked : visibleMarks.findLast(({ at }) => at <= time + LEAD);
  const list = useScrollTo(linked?.id);
  const toggle = (kind: MarkKind) =>
    setHidden(hidden.includes(kind) ? hidden.filter((each) => each !== kind) : [...hidden, kind]);
  return (
    <section aria-labelledby="happenings" className="flex min-h-0 flex-col">
      <h2 id="happenings" className="font-medium">
        Activity
      </h2>
      <div className="mt-2 flex flex-wrap gap-1">
        {kinds.map((kind) => (
          <KindToggle
            key={kind}
            kind={kind}
            count={countOf(marks, kind)}
            isShown={!hidden.includes(kind)}
            onToggle={() => toggle(kind)}
          />
        ))}
      </div>
      {visibleMarks.length === 0 && <p className="mt-3 text-ink-muted text-xs">No activity.</p>}
      <ol ref={list} className="mt-2 min-h-0 flex-1 overflow-y-auto border-hairline border-t">
        {visibleMarks.map((mark) => (
          <li key={mark.id} data-mark={mark.id} className="border-hairline border-b">
            <ActivityItem
              mark={mark}
              isCurrent={mark === current}
              isLinked={mark === linked}
              onSeek={() => onSeek(mark.at - LEAD)}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Scrolls the list to a mark when it appears or moves. Only the list scrolls: on narrow screens it is below the player. */
function useScrollTo(id: number | undefined): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const item = list.current?.querySelector<HTMLElement>(`[data-mark="${id}"]`);
    if (!list.current || !item) return;
    list.current.scrollTop = item.offsetTop - list.current.offsetTop - list.current.clientHeight / 3;
  }, [id]);
  return list;
}

interface KindToggleProps {
  kind: MarkKind;
  count: number;
  isShown: boolean;
  onToggle: () => void;
}

function KindToggle({ kind, count, isShown, onToggle }: KindToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={onToggle}
      className="inline-flex h-8 items-center gap-1.5 rounded-sm border border-hairline px-2 text-ink-muted text-xs tabular-nums hover:border-control aria-pressed:border-control aria-pressed:text-ink"
    >
      <MarkShape kind={kind} className="size-3" />
      {MARK_STYLES[kind].name} {count}
    </button>
  );
}

interface HappeningProps {
  mark: Mark;
  isCurrent: boolean;
  /** Whether the replay was opened for this mark. */
  isLinked: boolean;
  onSeek: () => void;
}

function ActivityItem({ mark: { kind, at, text }, isCurrent, isLinked, onSeek }: HappeningProps) {
  return (
    <button
      type="button"
      onClick={onSeek}
      aria-current={isCurrent ? "step" : undefined}
      className="flex w-full items-start gap-2.5 py-1.5 pr-2 text-left hover:bg-surface-sunken focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft"
    >
      <span className="w-14 shrink-0 text-right text-ink-muted tabular-nums">{formatTimecode(at)}</span>
      <MarkShape kind={kind} className="mt-1 size-3" />
      <span className="wrap-anywhere min-w-0">
        <span className="sr-only">{MARK_STYLES[kind].name}: </span>
        {text || "no message"}
        {isLinked && <span className="block text-accent-strong text-xs">Linked moment</span>}
      </span>
    </button>
  );
}

/** Number of marks of a kind. Merged clicks count individually, as in the list of replays. */
function countOf(marks: readonly Mark[], kind: MarkKind): number {
  return marks.filter((mark) => mark.kind === kind).reduce((sum, { times }) => sum + times, 0);
}
