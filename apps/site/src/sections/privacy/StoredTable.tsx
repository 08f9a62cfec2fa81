import type { EntryLifetime, Locale, StoredEntry, StoredPurpose } from "@marquee/contract";
import type { PrivacyCopy } from "../../copy/copy.ts";
import { fillTemplate } from "../../copy/fillTemplate.ts";

interface StoredTableProps {
  copy: PrivacyCopy["stored"];
  locale: Locale;
  /** A purpose without a text in the copy is a type error. */
  entries: readonly (StoredEntry & { purpose: StoredPurpose })[];
}

/** Entries of a browser's storage: names and places, purpose and lifetime. On phones, each is a block. */
export function StoredTable({ copy, locale, entries }: StoredTableProps) {
  return (
    <table className="mt-5 w-full border-control/60 border-t text-left text-sm max-sm:block">
      <thead className="border-control/60 border-b max-sm:sr-only">
        <tr>
          {[copy.name, copy.purpose, copy.lifetime].map((heading) => (
            <th key={heading} scope="col" className="px-3 py-2.5 font-medium first:pl-0 last:pr-0">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {entries.map((entry) => (
          <EntryRow key={entry.names.join()} entry={entry} copy={copy} locale={locale} />
        ))}
      </tbody>
    </table>
  );
}

const CELL = "align-top max-sm:block sm:px-3 sm:py-2.5 sm:first:pl-0 sm:last:pr-0";

interface EntryRowProps extends Omit<StoredTableProps, "entries"> {
  entry: StoredTableProps["entries"][number];
}

function EntryRow({ entry: { names, places, purpose, lifetime }, copy, locale }: EntryRowProps) {
  return (
    <tr className="border-hairline border-b max-sm:block max-sm:space-y-1 max-sm:py-4">
      <td className={`${CELL} sm:w-2/5`}>
        {names.map((name) => (
          <code
            key={name}
            className="wrap-anywhere mr-1 mb-1 inline-block rounded-sm bg-surface-sunken px-1 py-0.5 font-mono text-[0.9em]"
          >
            {name}
          </code>
        ))}
        <span className="block text-ink-muted">{places.map((place) => copy.places[place]).join(", ")}</span>
      </td>
      <td className={CELL}>{copy.purposes[purpose]}</td>
      <td className={`${CELL} text-ink-muted sm:w-1/4`}>{lifetimeText(lifetime, copy.until, locale)}</td>
    </tr>
  );
}

function lifetimeText(
  lifetime: EntryLifetime,
  until: PrivacyCopy["stored"]["until"],
  locale: Locale,
): string {
  if (typeof lifetime === "string") return until[lifetime];
  const duration = formatDuration(lifetime, locale);
  return lifetime.sinceLastPage ? fillTemplate(until.sinceLastPage, { duration }) : duration;
}

/** A duration in words: "180 days", "1 Jahr". */
export function formatDuration({ value, unit }: { value: number; unit: string }, locale: Locale): string {
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(value);
}
