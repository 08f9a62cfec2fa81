import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { FileButton } from "./FileButton.tsx";

const FILE = new File(["a,b"], "costs.csv", { type: "text/csv" });

it("passes on the chosen files, and the same one again after it was corrected", async () => {
  const chosen = vi.fn();
  render(
    <FileButton label="File to import" accept=".csv" onFiles={chosen}>
      Choose a file
    </FileButton>,
  );
  const input = screen.getByLabelText<HTMLInputElement>("File to import");
  await userEvent.upload(input, FILE);
  expect(chosen).toHaveBeenLastCalledWith([FILE]);
  expect(input.value).toBe("");
  await userEvent.upload(input, FILE);
  expect(chosen).toHaveBeenCalledTimes(2);
});

it("opens the file dialog", async () => {
  render(
    <FileButton label="File to import" accept=".csv" onFiles={() => undefined}>
      Choose a file
    </FileButton>,
  );
  const opened = vi.spyOn(screen.getByLabelText<HTMLInputElement>("File to import"), "click");
  await userEvent.click(screen.getByRole("button", { name: "Choose a file" }));
  expect(opened).toHaveBeenCalledOnce();
});
