import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { expect, it, vi } from "vitest";
import { SaveBar } from "./SaveBar.tsx";

const saved = vi.fn();
const discarded = vi.fn();
const CLEAN = { changes: [], isSaving: false, error: null, discard: discarded };
const EDITED = { ...CLEAN, changes: [{ path: ["name"], before: "Trial", after: "Demo" }] };

function bar(
  edited: ComponentProps<typeof SaveBar>["edited"],
  problem?: { isInvalid?: true; problem?: string },
) {
  return (
    <form action={saved}>
      <SaveBar edited={edited} isInvalid={false} {...problem} />
    </form>
  );
}

const summary = () => screen.getByRole("region", { name: "Saving" }).querySelector("summary")?.textContent;

it("appears with the first change, and lists what is changed", () => {
  const { rerender } = render(bar(CLEAN));
  expect(screen.queryByRole("region", { name: "Saving" })).toBeNull();
  rerender(bar(EDITED));
  expect(summary()).toBe("1 unsaved change");
  expect(screen.getByText("Trial")).toBeTruthy();
  expect(screen.getByText("Demo")).toBeTruthy();
});

it("saves the form that it is in, and discards the changes", async () => {
  render(bar(EDITED));
  await userEvent.click(screen.getByRole("button", { name: "Save changes" }));
  expect(saved).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(discarded).toHaveBeenCalledOnce();
  expect(saved).toHaveBeenCalledOnce();
});

it("does neither while it saves", () => {
  render(bar({ ...EDITED, isSaving: true }));
  for (const name of ["Saving", "Discard"])
    expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled, name).toBe(true);
});

it("says what prevents saving, even if nothing else is changed", () => {
  const { rerender } = render(bar(CLEAN, { isInvalid: true }));
  expect(summary()).toBe("Fix the invalid field above.");
  rerender(bar(EDITED, { isInvalid: true, problem: "Choose a goal." }));
  expect(summary()).toBe("1 unsaved change. Choose a goal.");
});

it("says why it could not save", () => {
  render(bar({ ...EDITED, error: new Error("Someone else changed it.") }));
  expect(screen.getByRole("alert").textContent).toBe("Someone else changed it.");
});
