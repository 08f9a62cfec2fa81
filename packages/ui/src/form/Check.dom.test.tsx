import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { Check, CheckGroup } from "./Check.tsx";

it("toggles by a click on its label and by the space bar", async () => {
  const changed = vi.fn();
  render(<Check label="Share" hint="With everyone." checked={false} onChange={changed} />);
  await userEvent.tab();
  await userEvent.keyboard(" ");
  expect(changed).toHaveBeenLastCalledWith(true);
  await userEvent.click(screen.getByText("With everyone."));
  expect(changed).toHaveBeenCalledTimes(2);
});

it("does nothing while it is disabled", async () => {
  const changed = vi.fn();
  render(<Check label="Share" checked disabled onChange={changed} />);
  await userEvent.click(screen.getByLabelText("Share"));
  expect(changed).not.toHaveBeenCalled();
});

it("gives the chosen values of a group in the order of the choices", async () => {
  const changed = vi.fn();
  render(
    <CheckGroup
      legend="Environments"
      hint="Elsewhere, the default applies."
      choices={[
        ["production", "Production"],
        ["staging", "Staging"],
      ]}
      chosen={["staging"]}
      onChange={changed}
    />,
  );
  expect(screen.getByRole("group", { name: "Environments" })).toBeTruthy();
  await userEvent.click(screen.getByLabelText("Production"));
  expect(changed).toHaveBeenLastCalledWith(["production", "staging"]);
  await userEvent.click(screen.getByLabelText("Staging"));
  expect(changed).toHaveBeenLastCalledWith([]);
});
