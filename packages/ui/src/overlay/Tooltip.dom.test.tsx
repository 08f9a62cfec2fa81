import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { Tooltip } from "./Tooltip.tsx";

let isOpen = false;
const { matches } = Element.prototype;

// The browser opens and closes popovers; this is what it tells the component.
beforeEach(() => {
  isOpen = false;
  vi.spyOn(Element.prototype, "matches").mockImplementation(function (this: Element, selector: string) {
    return selector === ":popover-open" ? isOpen : matches.call(this, selector);
  });
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(10, 10, 80, 20));
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
});

function toggle(next: boolean): void {
  const tip = screen.getByRole("tooltip", { hidden: true });
  tip.dispatchEvent(new Event("beforetoggle"));
  isOpen = next;
  act(() => void tip.dispatchEvent(new Event("toggle")));
}

it("describes its term, and says whether it is open", () => {
  render(<Tooltip text="A line from one task to the next">dependency</Tooltip>);
  const term = screen.getByRole("button", { name: "dependency" });
  const tip = document.getElementById(term.getAttribute("aria-describedby") ?? "");
  expect(tip?.textContent).toBe("A line from one task to the next");
  expect(term.getAttribute("aria-expanded")).toBe("false");
  toggle(true);
  expect(term.getAttribute("aria-expanded")).toBe("true");
  toggle(false);
  expect(term.getAttribute("aria-expanded")).toBe("false");
});

it("is invisible until it has its place, also when it opens again", () => {
  render(<Tooltip text="A line from one task to the next">dependency</Tooltip>);
  const tip = screen.getByRole("tooltip", { hidden: true });
  const opened = vi.fn();
  tip.addEventListener("beforetoggle", () => opened(tip.style.visibility));
  for (const _time of [1, 2]) {
    toggle(true);
    expect(opened).toHaveBeenLastCalledWith("hidden");
    expect(tip.style.visibility).toBe("visible");
    expect(tip.style.left).not.toBe("");
    toggle(false);
  }
});

it("shows one that was opened before it was hydrated", () => {
  isOpen = true;
  render(<Tooltip text="A line from one task to the next">dependency</Tooltip>);
  expect(screen.getByRole("button", { name: "dependency" }).getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByRole("tooltip").style.visibility).toBe("visible");
});
