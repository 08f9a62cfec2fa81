import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Field } from "./Field.tsx";
import { showOwnProblems } from "./showOwnProblems.ts";

it("moves the focus to the first invalid field instead of a bubble", () => {
  showOwnProblems();
  render(
    <form>
      <Field label="Key" />
      <Field label="Name" problem="Enter a name." />
      <Field label="Page" problem="Enter a page." />
    </form>,
  );
  const bubbles: string[] = [];
  document.addEventListener(
    "invalid",
    (event) => event.defaultPrevented || bubbles.push(String(event.target)),
    true,
  );
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
  expect(field.form?.reportValidity()).toBe(false);
  expect(document.activeElement).toBe(field);
  expect(bubbles).toEqual([]);
});
