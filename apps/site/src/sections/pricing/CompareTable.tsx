import { type Locale, PLAN_TIERS } from "@marquee/contract";
import clsx from "clsx";
import { Check, Minus } from "lucide-react";
import { Section } from "../landing/Section.tsx";
import { type CompareCell, type CompareGroup, compareGroups } from "./compareGroups.ts";
import type { PricingCopy } from "./PricingCopy.ts";

/** The first column stays while the plans scroll by beneath it on narrow screens. */
const FIRST_COLUMN = "sticky left-0 z-10 bg-background pr-4 text-left";

/** Every plan beside every feature. */
export function CompareTable({ copy, locale }: { copy: PricingCopy; locale: Locale }) {
  return (
    <Section id="compare" title={copy.compare.title}>
      <section
        aria-labelledby="compare-caption"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (axe: scrollable-region-focusable).
        tabIndex={0}
        className="relative overflow-x-auto bg-background max-md:-mr-5"
      >
        <table className="w-full min-w-180 table-fixed border-collapse">
          <caption id="compare-caption" className="sr-only">
            {copy.compare.caption}
          </caption>
          <thead>
            <tr>
              <th
                scope="col"
                className={clsx(FIRST_COLUMN, "w-40 pb-4 align-bottom font-normal text-ink-muted md:w-4/12")}
              >
                {copy.compare.feature}
              </th>
              {PLAN_TIERS.map((tier) => (
                <th
                  key={tier}
                  scope="col"
                  className="pr-4 pb-4 text-left align-bottom font-display text-title"
                >
                  {copy.plans[tier].name}
                </th>
              ))}
            </tr>
          </thead>
          {compareGroups(copy, locale).map((group) => (
            <GroupRows key={group.id} group={group} copy={copy} />
          ))}
        </table>
      </section>
    </Section>
  );
}

function GroupRows({ group, copy }: { group: CompareGroup; copy: PricingCopy }) {
  return (
    <tbody>
      <tr>
        <th
          scope="rowgroup"
          colSpan={PLAN_TIERS.length + 1}
          className="pt-10 pb-3 text-left font-medium text-accent"
        >
          <span className="sticky left-0">{group.title}</span>
        </th>
      </tr>
      {group.rows.map((row) => (
        <tr key={row.id} className="border-hairline border-t last:border-b">
          <th scope="row" className={clsx(FIRST_COLUMN, "hyphens-auto py-3 font-normal")}>
            {row.label}
          </th>
          {PLAN_TIERS.map((tier) => (
            <td key={tier} className="py-3 pr-4">
              <CellContent cell={row.cells[tier]} copy={copy.compare} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function CellContent({ cell, copy }: { cell: CompareCell; copy: PricingCopy["compare"] }) {
  if (typeof cell === "string") return <span className="tabular-nums">{cell}</span>;
  const Icon = cell ? Check : Minus;
  return (
    <>
      <Icon aria-hidden="true" className={clsx("size-5", cell ? "text-leaf" : "text-ink-muted")} />
      <span className="sr-only">{cell ? copy.included : copy.notIncluded}</span>
    </>
  );
}
