import type { Json } from "@marquee/contract";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { ValueField } from "./ValueField.tsx";

const changed = vi.fn();

function Example({ type, first }: { type: "json" | "number"; first: Json }) {
  const [value, setValue] = useState(first);
  const change = (next: Json) => {
    changed(next);
    setValue(next);
  };
  return (
    <form>
      <ValueField label="Value" type={type} value={value} onChange={change} />
      <button type="button" onClick={() => setValue(type === "json" ? { text: "Ours" } : 7)}>
        Take another
      </button>
    </form>
  );
}

const another = () => userEvent.click(screen.getByRole("button"));

it("shows where JSON is invalid, blocks submission, and does not change the value", async () => {
  changed.mockClear();
  render(<Example type="json" first={{ text: "Hello" }} />);
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Value" });
  await userEvent.clear(field);
  await userEvent.paste('{"text": "Hello"\n "paths": []}');
  expect(screen.getByRole("status").textContent).toMatch(/^Line 2, column 2:/);
  expect(field.form?.checkValidity()).toBe(false);
  expect(changed).not.toHaveBeenCalled();

  await another();
  expect(field.value, "invalid text is left alone").toContain('"paths"');
  await userEvent.clear(field);
  await userEvent.paste('{"text":   "Mine"}');
  expect(field.form?.checkValidity()).toBe(true);
  expect(changed).toHaveBeenLastCalledWith({ text: "Mine" });
  expect(field.value, "valid text stays as it was typed").toBe('{"text":   "Mine"}');
});

it("shows a new value when it changes", async () => {
  render(<Example type="json" first={{ text: "Hello" }} />);
  await another();
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe('{\n  "text": "Ours"\n}');
});

it("keeps a number as typed, and an empty field while it is being edited", async () => {
  changed.mockClear();
  render(<Example type="number" first={1} />);
  const field = screen.getByRole<HTMLInputElement>("spinbutton", { name: "Value" });
  await userEvent.clear(field);
  expect(field.value).toBe("");
  expect(changed).not.toHaveBeenCalled();
  await userEvent.type(field, "2.50");
  expect(field.value).toBe("2.50");
  expect(changed).toHaveBeenLastCalledWith(2.5);
  await another();
  expect(field.value).toBe("7");
});
