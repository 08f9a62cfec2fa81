import type { FieldChange } from "./changedFields.ts";
import { fieldName, valueText } from "./fieldNames.ts";

/** Each changed field, with its old and new value. */
export function Diff({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className="grid gap-y-2">
      {changes.map(({ path, before, after }, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and the rows never move.
          key={`${index} ${path.join("/")}`}
          className="grid gap-x-4 sm:grid-cols-[8rem_1fr] lg:grid-cols-[12rem_1fr]"
        >
          <dt className="wrap-anywhere text-ink-muted">{fieldName(path)}</dt>
          <dd className="grid min-w-0 gap-0.5">
            {before !== undefined && (
              <Value sign="−" meaning="was" className="text-clay" text={valueText(path, before)} />
            )}
            {after !== undefined && (
              <Value sign="+" meaning="is" className="text-leaf-strong" text={valueText(path, after)} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ValueProps {
  sign: string;
  meaning: string;
  text: string;
  className: string;
}

function Value({ sign, meaning, text, className }: ValueProps) {
  return (
    <span className={`grid grid-cols-[1rem_1fr] ${className}`}>
      <span aria-hidden="true">{sign}</span>
      <span className="sr-only">{meaning} </span>
      <span className="wrap-anywhere whitespace-pre-wrap">{text}</span>
    </span>
  );
}
