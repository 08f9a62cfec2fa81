import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { Switch } from "./Switch.tsx";

it("has an accessible name and state, and toggles by the space bar", async () => {
  const changed = vi.fn();
  const { rerender } = render(<Switch label="Archived" isOn={false} onChange={changed} isLabelHidden />);
  expect(screen.getByRole("switch", { name: "Archived" }).getAttribute("aria-checked")).toBe("false");
  await userEvent.tab();
  await userEvent.keyboard(" ");
  expect(changed).toHaveBeenLastCalledWith(true);
  rerender(<Switch label="Archived" isOn onChange={changed} isLabelHidden />);
  await userEvent.click(screen.getByText("Archived"));
  expect(changed).toHaveBeenLastCalledWith(false);
});

it("does nothing in a disabled group", async () => {
  const changed = vi.fn();
  render(
    <fieldset disabled>
      <Switch label="Archived" isOn={false} onChange={changed} />
    </fieldset>,
  );
  await userEvent.click(screen.getByText("Archived"));
  expect(changed).not.toHaveBeenCalled();
});
