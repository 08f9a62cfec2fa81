import { instantAt, ONE_DAY, ONE_MINUTE, type Timestamp, wallClockOf } from "@marquee/contract";
import { MAX_NOTE_LENGTH, type Note } from "@marquee/contract/schema";
import { Field, TextAreaField } from "@marquee/ui";
import { useState } from "react";
import { writeDay } from "../../shared/address/range.ts";
import { siteTime } from "../../shared/format/siteTime.ts";
import { RecordDialog } from "../../shared/versioned/RecordDialog.tsx";

interface NoteDialogProps {
  /** Null for a new note. */
  stored: Note | null;
  /** A time on the day that a new note is about. */
  day: Timestamp;
  /** Whether the note is about that time, not the whole day. */
  hasTime?: boolean;
  onDone: () => void;
}

/** Writes or changes a note about a day, or a time. */
export function NoteDialog({ stored, day, hasTime = false, onDone }: NoteDialogProps) {
  const wall = wallClockOf(stored?.definition.at ?? day, siteTime().timeZone);
  const [date, setDate] = useState(writeDay(wall));
  const [time, setTime] = useState(stored || hasTime ? writeTime(wall) : "");
  const [text, setText] = useState(stored?.definition.text ?? "");
  const at = instantAt(Date.parse(`${date}T${time || "00:00"}Z`), siteTime().timeZone);
  return (
    <RecordDialog
      kind="notes"
      stored={stored}
      title={stored ? "Edit note" : "New note"}
      definition={Number.isNaN(at) ? null : { at, text, isDeleted: false }}
      action="Save note"
      onDone={() => onDone()}
    >
      <p className="text-ink-muted">Everyone with an account sees it as a mark on the charts.</p>
      <div className="grid grid-cols-2 gap-4">
        <Field
          label="Day"
          type="date"
          required
          min="2000-01-01"
          max="2100-12-31"
          value={date}
          onChange={({ target }) => setDate(target.value)}
        />
        <Field
          label="Time (optional)"
          type="time"
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
      </div>
      <TextAreaField
        label="Note"
        rows={3}
        required
        maxLength={MAX_NOTE_LENGTH}
        placeholder="Newsletter to all customers"
        problem={text !== "" && text.trim() === "" ? "Enter a note." : undefined}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </RecordDialog>
  );
}

/** "14:05"; empty at midnight, which means the whole day. */
function writeTime(wall: number): string {
  const minutes = Math.floor((wall % ONE_DAY) / ONE_MINUTE);
  return minutes === 0 ? "" : new Date(wall).toISOString().slice(11, 16);
}
