import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { type Column, MEDIUM } from "./columns.ts";
import { DataTable, type DataTableProps } from "./DataTable.tsx";

interface Page {
  path: string;
  views: number | null;
}

const PAGES: readonly Page[] = [
  { path: "/pricing", views: 20 },
  { path: "/", views: null },
  { path: "/security", views: 100 },
];
const COLUMNS: readonly Column<Page>[] = [
  { id: "path", header: "Page", sortValue: ({ path }) => path, cell: ({ path }) => path },
  {
    id: "views",
    header: "Views",
    isNumeric: true,
    from: MEDIUM,
    sortValue: ({ views }) => views,
    cell: ({ views }) => views,
  },
];

beforeEach(() => history.replaceState(null, "", "/pages"));

function show(width: number, props: Partial<DataTableProps<Page>> = {}) {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <DataTable caption="Pages" columns={COLUMNS} rows={PAGES} keyOf={({ path }) => path} {...props} />
    </QueryClientProvider>,
  );
}

const paths = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);
const sortBy = (name: string) => userEvent.click(screen.getByRole("link", { name }));

it("names the table, and each row by its main cell", () => {
  show(800);
  expect(screen.getByRole("table", { name: "Pages" })).toBeTruthy();
  expect(paths()).toEqual(["/pricing", "/", "/security"]);
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "Page",
    "Views",
  ]);
});

it("sorts numbers from the highest, then from the lowest, then not at all, with missing ones last", async () => {
  show(800);
  const header = () => screen.getByRole("columnheader", { name: "Views" });
  await sortBy("Views");
  expect(paths()).toEqual(["/security", "/pricing", "/"]);
  expect(header().getAttribute("aria-sort")).toBe("descending");
  expect(location.search).toBe("?sort=-views");
  await sortBy("Views");
  expect(paths()).toEqual(["/pricing", "/security", "/"]);
  expect(header().getAttribute("aria-sort")).toBe("ascending");
  await sortBy("Views");
  expect(paths()).toEqual(["/pricing", "/", "/security"]);
  expect(header().getAttribute("aria-sort")).toBeNull();
});

it("takes the order from the address", () => {
  history.replaceState(null, "", "/pages?sort=path");
  show(800);
  expect(paths()).toEqual(["/", "/pricing", "/security"]);
});

it("leaves sorting to the server", async () => {
  show(800, { sort: { param: "by", sortedBy: "views" } });
  expect(paths()).toEqual(["/pricing", "/", "/security"]);
  expect(screen.getByRole("columnheader", { name: "Views" }).getAttribute("aria-sort")).toBe("descending");
  await sortBy("Page");
  expect(location.search).toBe("?by=path");
});

it("folds columns below the main cell of a narrow table, each value with its header", () => {
  show(300);
  expect(screen.getAllByRole("columnheader")).toHaveLength(1);
  const [first, second] = screen.getAllByRole("rowheader");
  expect(within(first as HTMLElement).getByRole("term").textContent).toBe("Views");
  expect(within(first as HTMLElement).getByRole("definition").textContent).toBe("20");
  expect(within(second as HTMLElement).queryByRole("term")).toBeNull();
});

it("offers the order of folded columns as a menu, if there are many rows", async () => {
  const { unmount } = show(300);
  expect(screen.queryByRole("combobox")).toBeNull();
  unmount();
  show(300, { rows: Array.from({ length: 9 }, (_, index) => ({ path: `/${index}`, views: index })) });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "Views");
  expect(screen.getAllByRole("rowheader")[0]?.textContent).toContain("/8");
});

it("expands a row by keyboard", async () => {
  show(800, { details: ({ path }) => <p>Details of {path}</p> });
  const row = screen.getByRole("button", { name: "/pricing" });
  expect(row.getAttribute("aria-expanded")).toBe("false");
  row.focus();
  await userEvent.keyboard("{Enter}");
  const details = screen.getByText("Details of /pricing");
  expect(row.getAttribute("aria-expanded")).toBe("true");
  expect(details.closest("tr")?.id).toBe(row.getAttribute("aria-controls"));
  await userEvent.keyboard(" ");
  expect(screen.queryByText("Details of /pricing")).toBeNull();
});

it("offers a download of rows, but not of none, or of a table without one", () => {
  const download = () => screen.queryByRole("button", { name: "Download CSV" });
  const { unmount } = show(800);
  expect(download()).toBeTruthy();
  unmount();
  const { unmount: unmountEmpty } = show(800, { rows: [] });
  expect(download()).toBeNull();
  unmountEmpty();
  show(800, { csv: null });
  expect(download()).toBeNull();
});

it("says why rows can't be downloaded, and how many it has", async () => {
  let report = (_rows: number) => {};
  let fail = (_error: Error) => {};
  const loadRows = (options: { onProgress: (rows: number) => void }) => {
    report = options.onProgress;
    return new Promise<never>((_, reject) => {
      fail = reject;
    });
  };
  show(800, { csv: { loadRows } });
  await userEvent.click(screen.getByRole("button", { name: "Download CSV" }));
  act(() => report(200));
  expect(screen.getByRole("button", { name: "Stop after 200 rows" })).toBeTruthy();
  fail(new Error("The store is full."));
  expect((await screen.findByRole("alert")).textContent).toBe("The store is full.");
  expect(screen.getByRole("button", { name: "Download CSV" })).toBeTruthy();
});
