import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Link, Route, Router, useLocation } from "wouter";
import { ScreenArrival } from "./ScreenArrival.tsx";

let show: (title: string) => void = () => undefined;

beforeEach(() => history.replaceState(null, "", "/"));
afterEach(() => history.replaceState(null, "", "/"));

function Console() {
  const main = useRef<HTMLElement>(null);
  return (
    <Router>
      <nav>
        <Link href="/flags">Flags</Link>
      </nav>
      <main ref={main}>
        <Route path="/leads">
          <h1>Leads</h1>
          <Link href="/leads/1">Ada</Link>
          <Link href="/leads/2">Bo</Link>
        </Route>
        <Route path="/leads/:id">
          <Lead />
        </Route>
        <Route path="/replays/1">
          <h1>First</h1>
          <Link href="/replays/2">Next</Link>
        </Route>
        <Route path="/replays/2">
          <h1>Second</h1>
          <Link href="/replays/1">Previous</Link>
        </Route>
        <Route path="/flags">
          <h1>Flags</h1>
          <input aria-label="Search" />
        </Route>
        <Route path="/new">
          <h1>New</h1>
          {/* biome-ignore lint/a11y/noAutofocus: what the test is about. */}
          <input aria-label="Name" autoFocus />
        </Route>
      </main>
      <ScreenArrival screen={main} />
    </Router>
  );
}

/** Its title comes with its data. */
function Lead() {
  const [title, setTitle] = useState<string | null>(null);
  const [, navigate] = useLocation();
  show = setTitle;
  return (
    <>
      {title && <h1>{title}</h1>}
      <Link href="/leads">All leads</Link>
      <button type="button" onClick={() => navigate("/new")}>
        New
      </button>
    </>
  );
}

const open = (href: string) => act(() => history.pushState(null, "", href));
const heading = (name: string) => screen.getByRole("heading", { level: 1, name });

async function settle() {
  await act(async () => {});
}

it("moves the focus to the title of a new screen and announces it", async () => {
  open("/leads");
  const { container } = render(<Console />);
  expect(document.activeElement, "not when the console opens").toBe(document.body);
  await userEvent.click(screen.getByRole("link", { name: "Flags" }));
  expect(document.activeElement).toBe(heading("Flags"));
  expect(container.querySelector("[aria-live=polite]")?.textContent).toBe("Flags");
});

it("waits for a title, follows it, and lets go once the screen is used", async () => {
  open("/leads");
  const { container } = render(<Console />);
  await userEvent.click(screen.getByRole("link", { name: "Ada" }));
  act(() => show("Ada"));
  await settle();
  expect(document.activeElement).toBe(heading("Ada"));
  act(() => show("Ada Lovelace"));
  await settle();
  expect(container.querySelector("[aria-live=polite]")?.textContent).toBe("Ada Lovelace");
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "All leads" }));
  act(() => show("Ada"));
  await settle();
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "All leads" }));
});

it("returns to the row of what was open", async () => {
  open("/leads");
  render(<Console />);
  await userEvent.click(screen.getByRole("link", { name: "Bo" }));
  await userEvent.click(screen.getByRole("link", { name: "All leads" }));
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "Bo" }));
});

it("moves the focus to the title when going from one entry to the next", async () => {
  open("/replays/1");
  render(<Console />);
  await userEvent.click(screen.getByRole("link", { name: "Next" }));
  expect(document.activeElement).toBe(heading("Second"));
});

it("leaves the focus to a field that the screen focuses", async () => {
  open("/leads/1");
  render(<Console />);
  await userEvent.click(screen.getByRole("button", { name: "New" }));
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Name" }));
});
