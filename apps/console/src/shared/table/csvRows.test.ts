import { expect, it } from "vitest";
import { downloadedColumns, toCsvRows } from "./csvRows.ts";

interface Row {
  page: string;
  views: number;
  rate: number | null;
  at: number;
}
const ROWS: Row[] = [
  { page: "/", views: 12_345, rate: 41.2345, at: 0 },
  { page: "/pricing", views: 7, rate: null, at: 1500 },
];

it("writes the cells' texts, and exact values where cells format or round them", () => {
  const columns = [
    { header: "Page", sortValue: ({ page }: Row) => page.toLowerCase() },
    { header: "Views", isNumeric: true, sortValue: ({ views }: Row) => views },
    { header: "Clicks", isNumeric: true },
    { header: "Bounce rate", isNumeric: true, sortValue: ({ rate }: Row) => rate, unit: "%" },
    { header: "Seen", exact: ({ at }: Row) => at, unit: "time" },
    { header: "Size", isNumeric: true, exact: ({ views }: Row) => views },
  ];
  const texts = [
    ["/", "12,345", "1,000", "41.2%", "Jan 1", "12 KB"],
    ["/pricing", "7", "–", "–", "Jan 1", "7 B"],
  ];
  expect(toCsvRows(columns, ROWS, texts)).toEqual([
    [
      "Page",
      "Views",
      "Clicks",
      "Bounce rate",
      "Bounce rate (%)",
      "Seen",
      "Seen (UTC)",
      "Size",
      "Size (exact)",
    ],
    ["/", 12_345, 1000, "41.2%", 41.2345, "Jan 1", "1970-01-01T00:00:00.000Z", "12 KB", 12_345],
    ["/pricing", 7, null, null, null, "Jan 1", "1970-01-01T00:00:01.500Z", "7 B", 7],
  ]);
});

it("leaves out columns of buttons", () => {
  const columns = [{ header: "Key" }, { header: "Revoke", isHeaderHidden: true }];
  expect(downloadedColumns(columns)).toEqual([{ header: "Key" }]);
});
