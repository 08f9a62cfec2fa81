import { useId, useState } from "react";
import { placeName, type WrittenText } from "./textFilter.ts";

interface TextRowProps extends WrittenText {
  /** The other wording; empty where there is none. */
  text: string;
  lang: string;
  onChange: (text: string) => void;
}

/** Characters that fit into a line of the field, roughly. */
const LINE = 52;
const MOST_ROWS = 6;

/** One text as it is written, and beside it the other wording; empty leaves it as it is. */
export function TextRow({ address, written, text, lang, onChange }: TextRowProps) {
  const id = useId();
  // What equals the written text is kept as no change, yet stays in the field while somebody types on.
  const [typed, setTyped] = useState(text);
  const isChanged = text !== "";
  const rows = Math.min(MOST_ROWS, Math.ceil((typed || written).length / LINE) || 1);
  return (
    <li className="grid gap-x-4 gap-y-1 border-hairline border-b py-2.5 last:border-b-0 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <label htmlFor={id} className="wrap-anywhere text-ink-muted text-xs sm:pt-2">
        {placeName(address)}
        {isChanged && <span className="mt-0.5 block font-medium text-accent-strong">changed</span>}
      </label>
      <div className="min-w-0 pr-1">
        <textarea
          id={id}
          lang={lang}
          rows={rows}
          maxLength={5000}
          placeholder={written}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(target.value);
          }}
          className="block w-full rounded-sm border border-control bg-surface px-3 py-2 placeholder:text-ink-muted"
        />
        {isChanged && (
          <p lang={lang} className="mt-1 text-ink-muted text-xs">
            <span lang="en">Written: </span>
            {written}
          </p>
        )}
      </div>
    </li>
  );
}
