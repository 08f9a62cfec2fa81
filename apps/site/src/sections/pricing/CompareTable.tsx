import { type Locale, PLAN_TIERS } from "@marquee/contract";
import { Tooltip } from "@marquee/ui";
import clsx from "clsx";
import { Check, Minus } from "lucide-react";
import { Section } from "../../blocks/Section.tsx";
import type { PricingCopy } from "../../copy/copy.ts";
import { useCatalog } from "../../site/siteContext.tsx";
import { type CompareCell, type CompareGroup, type CompareRow, compareGroups } from "./compareGroups.ts";

/** Layout of a row: below 800 px, the feature's name with four cells under it; from 800 px on, five columns. */
const ROW = "grid grid-cols-4 gap-x-2 md:grid-cols-[4fr_repeat(4,2fr)] md:gap-x-4";

/**
 * ARIA roles of the table's parts: some browsers drop the table semantics of a table that is laid out as a grid.
 * https://adrianroselli.com/2018/02/tables-css-display-properties-and-aria.html
 */
const ROLES = {
  table: { role: "table" },
  rowGroup: { role: "rowgroup" },
  row: { role: "row" },
  columnHeader: { role: "columnheader" },
  rowHeader: { role: "rowheader" },
  cell: { role: "cell" },
} as const;

/** Table of all features by plan. The row of plan names is sticky below the site's header. */
export function CompareTable({ copy, locale }: { copy: PricingCopy; locale: Locale }) {
  const catalog = useCatalog();
  return (
    <Section id="compare" title={copy.compare.title}>
      <table {...ROLES.table} className="block w-full text-left">
        <caption className="sr-only">{copy.compare.caption}</caption>
        <CompareHead copy={copy} />
        {compareGroups(catalog, copy, locale).map((group) => (
          <GroupRows key={group.id} group={group} copy={copy} />
        ))}
      </table>
    </Section>
  );
}

function CompareHead({ copy }: { copy: PricingCopy }) {
  return (
    <thead
      {...ROLES.rowGroup}
      className="sticky top-16 z-10 block border-hairline border-b bg-background pt-4 pb-3"
    >
      <tr {...ROLES.row} className={clsx(ROW, "items-end")}>
        <th {...ROLES.columnHeader} scope="col" className="font-normal text-ink-muted max-md:sr-only">
          {copy.compare.feature}
        </th>
        {PLAN_TIERS.map((tier) => (
          <th
            {...ROLES.columnHeader}
            key={tier}
            scope="col"
            className="font-display font-semibold text-sm leading-tight md:text-base lg:text-title"
          >
            {copy.plans[tier].name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function GroupRows({ group, copy }: { group: CompareGroup; copy: PricingCopy }) {
  return (
    <tbody {...ROLES.rowGroup} className="block">
      <tr {...ROLES.row} className="block">
        <th
          {...ROLES.rowHeader}
          scope="rowgroup"
          colSpan={PLAN_TIERS.length + 1}
          className="block pt-10 pb-3 font-medium text-accent"
        >
          {group.title}
        </th>
      </tr>
      {group.rows.map((row) => (
        <tr
          {...ROLES.row}
          key={row.id}
          className={clsx(ROW, "gap-y-2 border-hairline border-t py-3 last:border-b")}
        >
          <th {...ROLES.rowHeader} scope="row" className="font-normal max-md:col-span-4">
            <FeatureName row={row} />
          </th>
          {PLAN_TIERS.map((tier) => (
            <td {...ROLES.cell} key={tier}>
              <CellContent cell={row.cells[tier]} copy={copy.compare} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function FeatureName({ row: { id, label, detail } }: { row: CompareRow }) {
  if (!detail) return label;
  return (
    <Tooltip
      text={detail}
      theme={id === "brain" ? "purple" : "dark"}
      align="start"
      className="underline decoration-control decoration-dotted underline-offset-4 hover:decoration-solid"
    >
      {label}
    </Tooltip>
  );
}

function CellContent({ cell, copy }: { cell: CompareCell; copy: PricingCopy["compare"] }) {
  if (typeof cell === "string") return <span className="tabular-nums max-md:text-sm">{cell}</span>;
  const Icon = cell ? Check : Minus;
  return (
    <>
      <Icon aria-hidden="true" className={clsx("size-5", cell ? "text-leaf" : "text-ink-muted")} />
      <span className="sr-only">{cell ? copy.included : copy.notIncluded}</span>
    </>
  );
}
