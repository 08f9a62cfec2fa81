import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { LinesField, TextAreaField } from "./TextAreaField.tsx";

it("keeps the input and returns the non-empty lines", async () => {
  const changed = vi.fn();
  function Hosts() {
    const [lines, setLines] = useState<readonly string[]>([]);
    return (
      <LinesField
        label="Hosts"
        hint="One per line."
        lines={lines}
        onChange={(next) => {
          changed(next);
          setLines(next);
        }}
      />
    );
  }
  render(<Hosts />);
  const area = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Hosts" });
  await userEvent.type(area, "a.example{Enter} b.example {Enter}");
  expect(area.value).toBe("a.example\n b.example \n");
  expect(changed).toHaveBeenLastCalledWith(["a.example", "b.example"]);
});

it("shows another list immediately", () => {
  const { rerender } = render(<LinesField label="Hosts" hint="" lines={["a"]} onChange={() => undefined} />);
  rerender(<LinesField label="Hosts" hint="" lines={["b", "c"]} onChange={() => undefined} />);
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("b\nc");
});

it("shows the error of a text area instead of its hint once allowed", () => {
  const area = (isProblemShown: boolean) => (
    <TextAreaField label="Reason" hint="Optional." problem="Too long." isProblemShown={isProblemShown} />
  );
  const { rerender } = render(area(false));
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Reason" });
  expect(field.getAttribute("aria-describedby")).toBe(screen.getByText("Optional.").id);
  expect(field.validationMessage).toBe("Too long.");
  rerender(area(true));
  expect(field.getAttribute("aria-describedby")).toBe(screen.getByText("Too long.").id);
  expect(screen.queryByText("Optional.")).toBeNull();
});
