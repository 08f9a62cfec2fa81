import { useEffect, useRef } from "react";
import { formatAverage, formatCount, formatShare } from "../../../shared/format.ts";
import { ElementDetails } from "./ElementDetails.tsx";
import type { ElementTableProps } from "./ElementTable.tsx";
import type { ElementRow } from "./elementRows.ts";

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
