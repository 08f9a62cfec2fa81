import type { ClickedElement } from "@marquee/contract/schema";
import { Link } from "wouter";
import { formatCount } from "../../../shared/format.ts";
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

/** Everything that is known of one element, side by side where two are compared. */
export function ElementDetails({ row: { selector, sides }, sideNames, replaysLink }: ElementDetailsProps) {
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
