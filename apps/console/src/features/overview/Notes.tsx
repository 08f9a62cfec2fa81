import { instantAt, ONE_DAY, type Timestamp, wallClockOf } from "@marquee/contract";
import type { Note } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNotes } from "../../shared/charts/useNotes.ts";
import { formatDay, formatMinute, formatPrecise } from "../../shared/format/format.ts";
import { siteTime } from "../../shared/format/siteTime.ts";
import { AddButton, IconButton } from "../../shared/ui/IconButton.tsx";
import { InlineError, UndoLine } from "../../shared/ui/states.tsx";
import { useVersioned } from "../../shared/versioned/useVersioned.ts";
import { NoteDialog } from "./NoteDialog.tsx";

/** Number of notes listed before the rest is collapsed. */
const SHOWN = 3;

interface NotesProps {
  /** Start of the chart, in milliseconds since the epoch. */
  from: Timestamp;
  to: Timestamp;
  mayEdit: boolean;
}

/** Notes about the period of a chart, latest first, and a button to add one. */
export function Notes({ from, to, mayEdit }: NotesProps) {
  const notes = useNotes()
    .filter(({ definition: { at } }) => at >= from && at < to)
    .sort((one, other) => other.definition.at - one.definition.at || other.id - one.id);
  const { save, ended, end, restore } = useVersioned("notes");
  const [edited, setEdited] = useState<Note | "new" | null>(null);
  const [isWhole, setWhole] = useState(false);
  const visibleNotes = isWhole ? notes : notes.slice(0, SHOWN);
  if (notes.length === 0 && !mayEdit) return null;
  return (
    <section aria-label="Notes" className="mt-3 text-xs">
      <UndoLine
        text={ended && "Note deleted."}
        isBusy={save.isPending}
        onUndo={() => ended && restore(ended)}
      />
      <InlineError error={save.error} />
      {visibleNotes.length > 0 && (
        <ul className="max-w-3xl border-hairline border-t">
          {visibleNotes.map((note) => (
            <li key={note.id} className="flex items-start gap-x-3 border-hairline border-b py-1.5">
              <time
                dateTime={new Date(note.definition.at).toISOString()}
                title={formatPrecise(note.definition.at)}
                className="w-28 shrink-0 py-1 text-ink-muted tabular-nums"
              >
                {timeText(note.definition.at)}
              </time>
              <p className="wrap-anywhere min-w-0 flex-1 whitespace-pre-line py-1">
                {note.definition.text}{" "}
                <span className="text-ink-muted" title={`Written ${formatPrecise(note.createdAt)}`}>
                  {note.createdBy}
                </span>
              </p>
              {mayEdit && (
                <span className="flex">
                  <IconButton
                    label={`Edit the note of ${timeText(note.definition.at)}`}
                    Icon={Pencil}
                    onClick={() => setEdited(note)}
                  />
                  <IconButton
                    label={`Delete the note of ${timeText(note.definition.at)}`}
                    Icon={Trash2}
                    isDisabled={save.isPending}
                    onClick={() => end(note)}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-1 flex flex-wrap gap-x-4">
        {mayEdit && (
          <AddButton variant="tertiary" className="-ml-2" onClick={() => setEdited("new")}>
            Add note
          </AddButton>
        )}
        {notes.length > SHOWN && (
          <Button variant="tertiary" size="sm" onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Show fewer notes" : `All ${notes.length} notes`}
          </Button>
        )}
      </div>
      {edited !== null && (
        <NoteDialog
          key={edited === "new" ? "new" : `${edited.id} ${edited.revision}`}
          stored={edited === "new" ? null : edited}
          day={Math.min(to - 1, Date.now())}
          onDone={() => setEdited(null)}
        />
      )}
    </section>
  );
}

/** A day, with the time of day unless it is midnight, which means the whole day. */
function timeText(at: Timestamp): string {
  return isWholeDay(at) ? formatDay(at) : `${formatDay(at)}, ${formatMinute(at)}`;
}

/** Whether a note is about a day, not a time of it. */
function isWholeDay(at: Timestamp): boolean {
  const { timeZone } = siteTime();
  const midnight = Math.floor(wallClockOf(at, timeZone) / ONE_DAY) * ONE_DAY;
  return instantAt(midnight, timeZone) === at;
}
