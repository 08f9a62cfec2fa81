import { useId } from "react";
import { Field } from "../../../../shared/Field.tsx";
import { KNOWN_EVENTS } from "./metricTemplates.ts";

interface EventFieldProps {
  /** Empty for page views. */
  event: string;
  onChange: (event: string) => void;
}

/** Which event counts; those that the site sends by itself are proposed. */
export function EventField({ event, onChange }: EventFieldProps) {
  const list = useId();
  return (
    <div>
      <Field
        label="Event"
        list={list}
        maxLength={200}
        placeholder="Page views"
        hint="Its name as it is sent; empty counts page views."
        value={event}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {KNOWN_EVENTS.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}
