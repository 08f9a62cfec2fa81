import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { screenComponent } from "./screenComponent.tsx";

const Greeting = ({ name }: { name: string }) => <p>Hello, {name}</p>;

test("a loaded screen renders immediately; before that, a placeholder is shown", async () => {
  const { load, Component } = screenComponent(async () => Greeting);
  expect(renderToStaticMarkup(<Component name="Ada" />)).not.toContain("Ada");
  await load();
  expect(renderToStaticMarkup(<Component name="Ada" />)).toBe("<p>Hello, Ada</p>");
});

test("code that could not be fetched is fetched again", async () => {
  let isOnline = false;
  const { load, Component } = screenComponent(async () => {
    if (!isOnline) throw new TypeError("Failed to fetch.");
    return Greeting;
  });
  await expect(load()).rejects.toThrow("Failed to fetch.");
  isOnline = true;
  await load();
  expect(renderToStaticMarkup(<Component name="Ada" />)).toContain("Ada");
});
