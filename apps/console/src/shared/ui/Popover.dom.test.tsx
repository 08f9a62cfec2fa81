import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { Popover } from "./Popover.tsx";

const trigger = () => screen.getByRole("button", { name: "Segments" });
const panel = () => screen.queryByRole("dialog", { name: "Segments of visitors" });

beforeEach(() => {
  render(
    <>
      <Popover label="Segments of visitors" trigger="Segments">
        {(close) => (
          <>
            <input aria-label="Name" />
            <button type="button" onClick={close}>
              Apply
            </button>
          </>
        )}
      </Popover>
      <button type="button">Elsewhere</button>
    </>,
  );
});

it("opens and closes with its button, which says whether it is open", async () => {
  expect(trigger().getAttribute("aria-expanded")).toBe("false");
  expect(trigger().getAttribute("aria-controls")).toBeNull();
  await userEvent.click(trigger());
  expect(trigger().getAttribute("aria-expanded")).toBe("true");
  expect(trigger().getAttribute("aria-controls")).toBe(panel()?.id);
  await userEvent.click(trigger());
  expect(panel()).toBeNull();
});

it("closes with Escape and from inside, and returns the focus", async () => {
  for (const close of [
    () => userEvent.keyboard("{Escape}"),
    () => userEvent.click(screen.getByText("Apply")),
  ]) {
    await userEvent.click(trigger());
    screen.getByLabelText("Name").focus();
    await close();
    expect(panel()).toBeNull();
    expect(document.activeElement).toBe(trigger());
  }
});

it("stays open while the focus is inside, and closes once it is elsewhere", async () => {
  trigger().focus();
  await userEvent.keyboard("{Enter}");
  await userEvent.tab();
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByText("Apply"));
  expect(panel()).toBeTruthy();
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByText("Elsewhere"));
  expect(panel()).toBeNull();
});

it("closes with a click elsewhere, but not inside", async () => {
  await userEvent.click(trigger());
  await userEvent.click(screen.getByLabelText("Name"));
  expect(panel()).toBeTruthy();
  await userEvent.click(document.body);
  expect(panel()).toBeNull();
});
