import { instantAt, ONE_DAY, type Timestamp, wallClockOf } from "@marquee/contract";
import type { Note } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNotes } from "../../shared/charts/useNotes.ts";
import { formatDay, formatMinute, formatPrecise } from "../../shared/format/format.ts";
import { siteTime } from "../../shared/format/siteTime.ts";
import { AddButton, IconButton } from "../../shared/ui/IconButton.tsx";
import { InlineError } from "../../shared/ui/states.tsx";
import { NoteDialog } from "./NoteDialog.tsx";
import { useNoteChanges } from "./useNoteChanges.ts";

/** Notes listed before the rest is folded. */
const SHOWN = 3;

interface NotesProps {
  /** Of the chart, in milliseconds since the epoch. */
  from: Timestamp;
  to: Timestamp;
  mayEdit: boolean;
}

/** What people wrote about the time that a chart shows, latest first, and a button to add to it. */
export function Notes({ from, to, mayEdit }: NotesProps) {
  const notes = useNotes()
    .filter(({ at }) => at >= from && at < to)
    .reverse();
  const { remove, restore } = useNoteChanges();
  const [edited, setEdited] = useState<Note | "new" | null>(null);
  const [deleted, setDeleted] = useState<Note | null>(null);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? notes : notes.slice(0, SHOWN);
  const error = remove.error ?? restore.error;
  // The message goes when the note is back, not when the request is over, so that what is below moves once.
  const isBack = notes.some(({ id, revision }) => id === deleted?.id && revision > deleted.revision);
  if (notes.length === 0 && !mayEdit) return null;
  return (
    <section aria-label="Notes" className="mt-3 text-xs">
      <div role="status" className="empty:hidden">
        {deleted && !isBack && (
          <p className="mb-2 flex flex-wrap items-center gap-x-3 border-leaf border-l-4 bg-leaf-soft px-3 py-1">
            Note deleted.
            <Button
              variant="tertiary"
              size="sm"
              disabled={restore.isPending}
              onClick={() => restore.mutate(deleted, { onSuccess: () => setDeleted(null) })}
            >
              Undo
            </Button>
          </p>
        )}
      </div>
      <InlineError error={error} />
      {shown.length > 0 && (
        <ul className="max-w-3xl border-hairline border-t">
          {shown.map((note) => (
            <li key={note.id} className="flex items-start gap-x-3 border-hairline border-b py-1.5">
              <time
                dateTime={new Date(note.at).toISOString()}
                title={formatPrecise(note.at)}
                className="w-28 shrink-0 py-1 text-ink-muted tabular-nums"
              >
                {timeText(note.at)}
              </time>
              <p className="wrap-anywhere min-w-0 flex-1 whitespace-pre-line py-1">
                {note.text}{" "}
                <span className="text-ink-muted" title={`Written ${formatPrecise(note.createdAt)}`}>
                  {note.createdBy}
                </span>
              </p>
              {mayEdit && (
                <span className="flex">
                  <IconButton
                    label={`Edit the note of ${timeText(note.at)}`}
                    Icon={Pencil}
                    onClick={() => setEdited(note)}
                  />
                  <IconButton
                    label={`Delete the note of ${timeText(note.at)}`}
                    Icon={Trash2}
                    isDisabled={remove.isPending}
                    onClick={() => remove.mutate(note, { onSuccess: setDeleted })}
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
          stored={edited === "new" ? null : edited}
          day={Math.min(to - 1, Date.now())}
          onDone={() => setEdited(null)}
        />
      )}
    </section>
  );
}

/** A day, with the time of day unless it is midnight, which stands for the whole day. */
function timeText(at: Timestamp): string {
  return isWholeDay(at) ? formatDay(at) : `${formatDay(at)}, ${formatMinute(at)}`;
}

/** Whether a note is about a day, not a time of it. */
function isWholeDay(at: Timestamp): boolean {
  const { timeZone } = siteTime();
  const midnight = Math.floor(wallClockOf(at, timeZone) / ONE_DAY) * ONE_DAY;
  return instantAt(midnight, timeZone) === at;
}
