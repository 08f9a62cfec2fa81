import { instantAt, ONE_DAY, ONE_HOUR } from "@marquee/contract";
import { Button, Field } from "@marquee/ui";
import { BellOff } from "lucide-react";
import { useState } from "react";
import { formatInstant } from "../../shared/format/format.ts";
import { siteTime } from "../../shared/format/siteTime.ts";
import { Popover } from "../../shared/ui/Popover.tsx";

interface SnoozeMenuProps {
  /** Name of the alert. */
  name: string;
  /** Until when it is snoozed; null if it is not. */
  until: number | null;
  onSnooze: (until: number | null) => void;
}

const LENGTHS = [
  ["1 hour", ONE_HOUR],
  ["1 day", ONE_DAY],
  ["1 week", 7 * ONE_DAY],
] as const;

/** Stops notifications for a while. Alarms are still recorded. */
export function SnoozeMenu({ name, until, onSnooze }: SnoozeMenuProps) {
  const [date, setDate] = useState("");
  const isSnoozed = until !== null && until > Date.now();
  return (
    <Popover
      label={`Snooze ${name}`}
      align="end"
      hint={isSnoozed ? `Snoozed until ${formatInstant(until)}` : "Pause notifications"}
      trigger={
        <>
          <BellOff aria-hidden="true" className="size-4" />
          <span>{isSnoozed ? "Snoozed" : "Snooze"}</span>
          <span className="sr-only"> {name}</span>
        </>
      }
    >
      {(close) => {
        const choose = (chosen: number | null) => {
          onSnooze(chosen);
          close();
        };
        return (
          <div className="grid gap-2 p-1">
            {isSnoozed && (
              <div>
                <p className="text-ink-muted text-xs">Snoozed until {formatInstant(until)}.</p>
                <Button size="sm" className="mt-2" onClick={() => choose(null)}>
                  Resume notifications
                </Button>
              </div>
            )}
            <p className="text-ink-muted text-xs">Pause notifications for</p>
            <div className="flex flex-wrap gap-2">
              {LENGTHS.map(([text, length]) => (
                <Button key={text} variant="secondary" size="sm" onClick={() => choose(Date.now() + length)}>
                  {text}
                </Button>
              ))}
            </div>
            <form
              className="flex items-end gap-2"
              onSubmit={(event) => {
                event.preventDefault();
                choose(instantAt(Date.parse(`${date}Z`), siteTime().timeZone));
              }}
            >
              <Field
                label="or until"
                type="datetime-local"
                required
                value={date}
                onChange={({ target }) => setDate(target.value)}
              />
              <Button submit variant="secondary" size="sm">
                Snooze
              </Button>
            </form>
          </div>
        );
      }}
    </Popover>
  );
}
