import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FilterSelect, FilterText } from "./filters.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const type = (text: string) => fireEvent.change(screen.getByRole("searchbox"), { target: { value: text } });

it("applies a text after a pause, without the spaces around it", () => {
  const applied = vi.fn();
  render(<FilterText label="Search" value="" onChange={applied} />);
  type("pri");
  act(() => void vi.advanceTimersByTime(300));
  type(" pricing ");
  act(() => void vi.advanceTimersByTime(300));
  expect(applied).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(50));
  expect(applied.mock.calls).toEqual([["pricing"]]);
});

it("applies a text as soon as the field is left, once", () => {
  const applied = vi.fn();
  render(<FilterText label="Search" value="" onChange={applied} />);
  type("pricing");
  fireEvent.blur(screen.getByRole("searchbox"));
  act(() => void vi.runAllTimers());
  expect(applied.mock.calls).toEqual([["pricing"]]);
});

it("follows the address unless it is being typed in", () => {
  const field = (value: string) => <FilterText label="Search" value={value} onChange={() => undefined} />;
  const { rerender } = render(field("one"));
  const input = screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });
  rerender(field("two"));
  expect(input.value).toBe("two");
  input.focus();
  rerender(field("three"));
  expect(input.value).toBe("two");
});

it("offers no selection before the choices", () => {
  const chosen = vi.fn();
  render(<FilterSelect label="Type" value="a" all="All types" choices={[["a", "A"]]} onChange={chosen} />);
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["All types", "A"]);
  fireEvent.change(screen.getByRole("combobox", { name: "Type" }), { target: { value: "" } });
  expect(chosen).toHaveBeenCalledWith("");
});
