import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { Outdated, RangeText } from "./Outdated.tsx";
import { QueryView } from "./QueryView.tsx";

const refetch = vi.fn();
const LOADING = {
  data: undefined as string[] | undefined,
  error: null as Error | null,
  isPending: true,
  isError: false,
  isPlaceholderData: false,
  dataUpdatedAt: 0,
  refetch,
};
const DONE = { ...LOADING, isPending: false, data: ["a"] };

function view(query: typeof LOADING) {
  return (
    <QueryView
      query={query}
      loading={<p>Loading</p>}
      empty={(rows) => rows.length === 0 && <p>No rows yet</p>}
    >
      {(rows) => <p>Rows: {rows.join()}</p>}
    </QueryView>
  );
}

it("shows a skeleton, then the rows, or advice if there are none", () => {
  const { rerender } = render(view(LOADING));
  expect(screen.getByText("Loading")).toBeTruthy();
  rerender(view(DONE));
  expect(screen.getByText("Rows: a")).toBeTruthy();
  rerender(view({ ...DONE, data: [] }));
  expect(screen.getByText("No rows yet")).toBeTruthy();
});

it("says what went wrong and tries again", async () => {
  render(view({ ...LOADING, isPending: false, isError: true, error: new Error("The store is full.") }));
  expect(screen.getByRole("alert").textContent).toContain("The store is full.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(refetch).toHaveBeenCalled();
});

it("keeps its data if a refresh fails", () => {
  render(view({ ...DONE, isError: true, error: new Error("The store is full.") }));
  expect(screen.getByRole("alert").textContent).toContain("The store is full.");
  expect(screen.getByText("Rows: a")).toBeTruthy();
});

it("names the date range of outdated figures until the new ones have loaded", () => {
  const figures = (range: string, isOutdated: boolean) => (
    <RangeText value={range}>
      <Outdated isOutdated={isOutdated}>12 visits</Outdated>
    </RangeText>
  );
  const { rerender, container } = render(figures("Today", false));
  rerender(figures("7 days", true));
  expect(screen.getByRole("status").textContent).toBe("Still Today. Updating…");
  expect(container.querySelector("[data-outdated]")?.getAttribute("aria-busy")).toBe("true");
  rerender(figures("7 days", false));
  expect(screen.queryByRole("status")).toBeNull();
  rerender(figures("7 days", true));
  expect(screen.getByRole("status").textContent).toBe("Updating…");
});
