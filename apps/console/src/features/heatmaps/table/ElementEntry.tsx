import type { ClickedElement } from "@marquee/contract/schema";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { formatAverage, formatCount, formatShare } from "../../../shared/format/format.ts";
import type { ElementTableProps } from "./ElementTable.tsx";
import type { ElementRow } from "./elementRows.ts";

interface ElementDetailsProps extends Pick<ElementTableProps, "sideNames" | "replaysLink"> {
  row: ElementRow;
}

const FIGURES = [
  ["clicks", "Clicks"],
  ["rage", "Rage clicks"],
  ["dead", "Dead clicks"],
  ["sessions", "Sessions"],
  ["visitors", "Visitors"],
] as const satisfies readonly (readonly [keyof ClickedElement, string])[];

type ElementEntryProps = Omit<ElementTableProps, "rows" | "hasMore"> & { row: ElementRow };

/** One element: a press opens it here and outlines it on the page. */
export function ElementEntry(props: ElementEntryProps) {
  const { row, measured, sideNames, numbers, replaysLink, chosen, onPoint, onChoose } = props;
  const { selector } = row;
  const button = useRef<HTMLButtonElement>(null);
  const isChosen = chosen === selector;
  const name = measured.map(({ names }) => names.get(selector)).find(Boolean);
  useEffect(() => {
    if (isChosen) button.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    <li className="border-hairline border-t">
      <button
        ref={button}
        type="button"
        aria-expanded={isChosen}
        onClick={() => onChoose(isChosen ? null : selector)}
        onPointerEnter={() => onPoint(selector)}
        onPointerLeave={() => onPoint(null)}
        onFocus={() => onPoint(selector)}
        onBlur={() => onPoint(null)}
        className="grid w-full grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-2 py-2 pr-1 text-left hover:bg-surface-sunken aria-expanded:bg-surface-sunken"
      >
        <span className="text-right text-ink-muted text-xs tabular-nums leading-5">
          {numbers.get(selector)}
        </span>
        <span className="min-w-0">
          <span className="block truncate">{name ?? selector}</span>
          {name && <code className="block truncate text-ink-muted text-xs">{selector}</code>}
        </span>
        <Heat {...row} />
      </button>
      {isChosen && <ElementDetails {...{ row, sideNames, replaysLink }} />}
    </li>
  );
}

/** One side as it was counted, two as they compare. */
function Heat({ sides }: ElementRow) {
  const [only, other] = sides;
  if (other) {
    return (
      <span className="flex gap-3 text-right tabular-nums">
        {sides.map(({ heat }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sides have their places.
          <span key={index} className="w-10">
            {formatAverage(heat)}
          </span>
        ))}
      </span>
    );
  }
  return (
    <span className="text-right tabular-nums">
      {formatCount(only?.heat ?? 0)}
      <span className="block text-ink-muted text-xs">{formatShare(only?.element?.share ?? 0)}</span>
    </span>
  );
}

/** Everything that is known of one element, side by side where two are compared. */
function ElementDetails({ row: { selector, sides }, sideNames, replaysLink }: ElementDetailsProps) {
  return (
    <div className="bg-surface-sunken pr-1 pb-3 pl-7">
      <table className="w-full text-xs">
        {sides.length > 1 && (
          <thead>
            <tr>
              <th className="sr-only">Figure</th>
              {sideNames.map((name, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: sides have their places.
                <th key={index} className="w-24 py-0.5 text-right align-bottom font-normal text-ink-muted">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {FIGURES.map(([figure, label]) => (
            <tr key={figure}>
              <th className="py-0.5 text-left font-normal text-ink-muted">{label}</th>
              {sides.map(({ element }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: sides have their places.
                <td key={index} className="py-0.5 text-right">
                  {formatCount(element?.[figure] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <code className="wrap-anywhere mt-2 block text-ink-muted text-xs">{selector}</code>
      <Link href={replaysLink.href} className="mt-2 inline-block text-xs underline underline-offset-4">
        {replaysLink.label}
      </Link>
    </div>
  );
}
