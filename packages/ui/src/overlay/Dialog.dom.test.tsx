import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { Dialog } from "./Dialog.tsx";

// Adds boxes, which elements lack without layout but tab stops need.
beforeEach(() => {
  vi.spyOn(Element.prototype, "getClientRects").mockReturnValue([new DOMRect()] as unknown as DOMRectList);
});

function Example() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        New goal
      </button>
      <Dialog isOpen={isOpen} onDismiss={() => setOpen(false)} title="New goal" closeLabel="Close">
        <form>
          <input aria-label="Name" />
          <button type="submit">Create goal</button>
        </form>
      </Dialog>
    </>
  );
}

async function open() {
  render(<Example />);
  await userEvent.click(screen.getByRole("button", { name: "New goal" }));
  return screen.getByRole<HTMLDialogElement>("dialog", { name: "New goal" });
}

it("opens as a modal, with the focus on its title", async () => {
  const dialog = await open();
  expect(dialog.open).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "New goal" }));
});

it("wraps the focus between its last and first control", async () => {
  await open();
  screen.getByRole("button", { name: "Create goal" }).focus();
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Close" }));
  await userEvent.tab({ shift: true });
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Create goal" }));
});

it("closes with its button, a click outside and Escape", async () => {
  const dialog = await open();
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(dialog.open).toBe(false);

  await userEvent.click(screen.getByRole("button", { name: "New goal" }));
  await userEvent.click(dialog);
  expect(dialog.open).toBe(false);

  await userEvent.click(screen.getByRole("button", { name: "New goal" }));
  await act(async () => void dialog.dispatchEvent(new Event("cancel", { cancelable: true })));
  expect(dialog.open).toBe(false);
});

it("stays open if a press inside ends outside, which selects text", async () => {
  const dialog = await open();
  const user = userEvent.setup();
  await user.pointer([
    { keys: "[MouseLeft>]", target: screen.getByLabelText("Name") },
    { target: dialog },
    { keys: "[/MouseLeft]", target: dialog },
  ]);
  expect(dialog.open).toBe(true);
});

it("keeps unsent input", async () => {
  await open();
  await userEvent.type(screen.getByLabelText("Name"), "Demo");
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await userEvent.click(screen.getByRole("button", { name: "New goal" }));
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Demo");
});

it("keeps the page behind it from scrolling", async () => {
  await open();
  expect(document.documentElement.classList.contains("overflow-hidden")).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(document.documentElement.classList.contains("overflow-hidden")).toBe(false);
});
