import type { TranslationCounts } from "@marquee/contract/schema";
import type { ReactNode } from "react";
import { type Column, MEDIUM } from "../../../shared/table/columns.ts";
import { type ShownTexts, shareTranslated } from "./languageTexts.ts";

const SAME_HINT =
  "A few words that are the same as in English, such as names. They don't count as translated or missing.";

/** Columns with the counts of a language or an item. */
export function countColumns<Row extends TranslationCounts>(
  cellOf: (row: Row, show: Exclude<ShownTexts, "all">) => ReactNode,
): Column<Row>[] {
  const count = (
    state: Exclude<ShownTexts, "all">,
    header: string,
    more: Partial<Column<Row>>,
  ): Column<Row> => ({
    id: state,
    header,
    isNumeric: true,
    width: "w-28",
    from: MEDIUM,
    sortValue: (row) => row[state],
    cell: (row) => cellOf(row, state),
    text: (row) => String(row[state]),
    ...more,
  });
  return [
    {
      id: "translated",
      header: "Translated",
      hint: "Texts whose translation is up to date, without those that are the same as in English.",
      width: "w-32",
      sortValue: shareTranslated,
      cell: (row) => <Share value={shareTranslated(row)} />,
      text: (row) => `${shareTranslated(row)}%`,
    },
    count("missing", "Missing", { hint: "Empty, or still the English sentence." }),
    count("outdated", "Outdated", { hint: "The English text has changed since it was translated." }),
    count("same", "Same as English", { hint: SAME_HINT, width: "w-36" }),
  ];
}

function Share({ value }: { value: number }) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="h-1.5 w-16 overflow-hidden rounded-full bg-surface-sunken">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${value}%` }} />
      </span>
      <span className="tabular-nums">{value}%</span>
    </span>
  );
}
