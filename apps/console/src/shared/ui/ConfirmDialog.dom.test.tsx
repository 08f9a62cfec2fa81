import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { About } from "./screen.tsx";

const confirmed = vi.fn();
const dismissed = vi.fn();

function dialog({ isBusy = false, error = null }: { isBusy?: boolean; error?: Error | null }) {
  return (
    <ConfirmDialog
      isOpen
      title="Delete the note?"
      action="Delete"
      dismissal="Keep"
      isBusy={isBusy}
      error={error}
      onConfirm={confirmed}
      onDismiss={dismissed}
    >
      <p>It can't be restored.</p>
    </ConfirmDialog>
  );
}

it("confirms or dismisses, but not while it is busy", async () => {
  const { rerender } = render(dialog({ isBusy: true }));
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(confirmed).not.toHaveBeenCalled();
  rerender(dialog({}));
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(confirmed).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole("button", { name: "Keep" }));
  expect(dismissed).toHaveBeenCalledOnce();
});

it("says what went wrong", () => {
  const { rerender } = render(dialog({}));
  expect(screen.queryByRole("alert")).toBeNull();
  rerender(dialog({ error: new Error("Someone else changed it.") }));
  expect(screen.getByRole("alert").textContent).toBe("Someone else changed it.");
});

it("tells viewers who to ask", () => {
  const { container, rerender } = render(<About mayEdit>Notes on days.</About>);
  expect(container.textContent).toBe("Notes on days.");
  rerender(<About mayEdit={false}>Notes on days.</About>);
  expect(container.textContent).toBe(
    "Notes on days. You have view-only access. Ask an editor to make changes.",
  );
});
