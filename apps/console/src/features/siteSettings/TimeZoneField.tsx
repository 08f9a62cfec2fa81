import { isTimeZone } from "@marquee/contract";
import { Field } from "@marquee/ui";
import { useId, useState } from "react";

/** UTC is missing from the list in some browsers. */
const TIME_ZONES = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];

interface TimeZoneFieldProps {
  value: string;
  /** Called with what is typed, which may be invalid. */
  onChange: (timeZone: string) => void;
}

/** An IANA time zone, with suggestions for what is typed. */
export function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const list = useId();
  const [now] = useState(() => Date.now());
  const isKnown = isTimeZone(value);
  return (
    <>
      <Field
        label="Time zone"
        list={list}
        required
        maxLength={64}
        spellCheck={false}
        autoComplete="off"
        value={value}
        problem={isKnown ? "" : "Choose a time zone from the list, such as Europe/Berlin."}
        hint={isKnown ? `It is ${timeIn(value, now)} there. Every screen shows times in it.` : ""}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {TIME_ZONES.map((timeZone) => (
          <option key={timeZone} value={timeZone} />
        ))}
      </datalist>
    </>
  );
}

function timeIn(timeZone: string, now: number): string {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "long",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return format.format(now);
}
