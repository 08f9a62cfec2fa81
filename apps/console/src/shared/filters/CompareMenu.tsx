import { COMPARISONS, type ComparisonName } from "@marquee/contract";
import { Check } from "@marquee/ui";
import { ChevronDown } from "lucide-react";
import type { Scope } from "../address/scope.ts";
import { Popover } from "../ui/Popover.tsx";
import { CustomDates, MenuLink, rangeLabel } from "./RangeMenu.tsx";

interface CompareMenuProps {
  scope: Scope;
  hrefWith: (change: Partial<Scope>) => string;
  change: (change: Partial<Scope>) => void;
}

const NAMES = Object.keys(COMPARISONS) as (keyof typeof COMPARISONS)[];

/** A button with the current comparison, which opens the choices. */
export function CompareMenu({ scope, hrefWith, change }: CompareMenuProps) {
  const { compare, matchesWeekdays } = scope;
  const isRelative = compare === "previous" || compare === "year";
  return (
    <Popover
      label="Comparison"
      trigger={
        <>
          <span className="text-ink-muted">
            {compare === "none" ? (
              comparisonLabel(compare)
            ) : (
              <>
                <span aria-hidden="true">vs. </span>
                <span className="sr-only">Compared with: </span>
                {comparisonLabel(compare).replace(/^[A-Z](?=[a-z]+ [a-z])/, (letter) => letter.toLowerCase())}
              </>
            )}
          </span>
          <ChevronDown aria-hidden="true" className="size-3.5 text-ink-muted" />
        </>
      }
      align="end"
    >
      {(close) => (
        <>
          <ul className="grid">
            {NAMES.map((name) => (
              <li key={name}>
                <MenuLink href={hrefWith({ compare: name })} isChosen={name === compare} onFollow={close}>
                  {COMPARISONS[name]}
                </MenuLink>
              </li>
            ))}
          </ul>
          {isRelative && (
            <div className="mt-2 border-hairline border-t px-2.5 pt-2">
              <Check
                label="Match weekdays"
                checked={matchesWeekdays}
                onChange={(next) => change({ matchesWeekdays: next })}
              />
            </div>
          )}
          <CustomDates
            initial={isRelative || compare === "none" ? scope.range : compare}
            onApply={(custom) => {
              close();
              change({ compare: custom });
            }}
          />
        </>
      )}
    </Popover>
  );
}

/** Name of a comparison: "Previous period", "Nov 1 – 20, 2026". */
function comparisonLabel(compare: ComparisonName): string {
  return Object.hasOwn(COMPARISONS, compare)
    ? COMPARISONS[compare as keyof typeof COMPARISONS]
    : rangeLabel(compare as Scope["range"]);
}
