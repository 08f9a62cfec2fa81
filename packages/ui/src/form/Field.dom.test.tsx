import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";

import { Field, Input } from "./Field.tsx";
import { Labelled } from "./Labelled.tsx";
import { SelectField } from "./SelectField.tsx";

it("associates the label, the hint and the error with the control", () => {
  render(<Field label="Key" hint="Lowercase letters." problem="Enter a key." />);
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Key" });
  expect(descriptionOf(field)).toBe("Enter a key. Lowercase letters.");
  expect(field.getAttribute("aria-invalid")).toBe("true");
});

it("blocks submission while there is an error", () => {
  const { rerender } = render(<Field label="Key" problem="Enter a key." />);
  const field = screen.getByRole<HTMLInputElement>("textbox");
  expect(field.validationMessage).toBe("Enter a key.");
  rerender(<Field label="Key" problem="" />);
  expect(field.validationMessage).toBe("");
  expect(field.hasAttribute("aria-invalid")).toBe(false);
  expect(field.hasAttribute("aria-describedby")).toBe(false);
});

it("announces an error when it appears", () => {
  render(<Field label="Key" problem="Enter a key." />);
  expect(screen.getByRole("status").textContent).toBe("Enter a key.");
});

it("keeps the focus while the error of the input changes", async () => {
  function KeyField() {
    const [text, setText] = useState("");
    return (
      <Field
        ref={(element) => element?.focus()}
        label="Key"
        problem={text === "" ? "Enter a key." : ""}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    );
  }
  render(<KeyField />);
  await userEvent.keyboard("a_b");
  expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("a_b");
});

it("calls the ref of the caller once, not at each render", () => {
  const ref = vi.fn();
  const { rerender } = render(<Field ref={ref} label="Key" value="a" readOnly />);
  rerender(<Field ref={ref} label="Key" value="b" readOnly />);
  expect(ref).toHaveBeenCalledTimes(1);
});

it("chooses by keyboard in a select", async () => {
  const chosen = vi.fn();
  render(
    <SelectField
      label="Role"
      hint="Editors can publish."
      value="viewer"
      choices={[
        ["viewer", "Viewer"],
        ["editor", "Editor"],
      ]}
      onChange={({ target }) => chosen(target.value)}
    />,
  );
  const select = screen.getByRole("combobox", { name: "Role" });
  expect(descriptionOf(select)).toBe("Editors can publish.");
  await userEvent.selectOptions(select, "Editor");
  expect(chosen).toHaveBeenCalledWith("editor");
});

it("lists groups of options after the choices", () => {
  render(
    <SelectField label="Filter by" choices={[["", "Anything"]]} defaultValue="">
      <optgroup label="Page">
        <option value="path">Path</option>
      </optgroup>
    </SelectField>,
  );
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["Anything", "Path"]);
});

it("can't be changed while it is disabled", async () => {
  const typed = vi.fn();
  render(<Field label="Key" value="a" disabled onChange={typed} />);
  await userEvent.type(screen.getByRole("textbox"), "b");
  expect(typed).not.toHaveBeenCalled();
});

it("labels a control among others", () => {
  render(
    <Labelled label="Weight" hint="In percent.">
      {(names) => (
        <>
          <Input {...names} type="number" /> %
        </>
      )}
    </Labelled>,
  );
  expect(descriptionOf(screen.getByRole("spinbutton", { name: "Weight" }))).toBe("In percent.");
});

/** Screen readers' description of an element, after its name. */
function descriptionOf(element: HTMLElement): string {
  const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
}
