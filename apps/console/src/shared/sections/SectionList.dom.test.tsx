import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { SectionList } from "./SectionList.tsx";

const changed = vi.fn();

function Example({ mayEdit = true }: { mayEdit?: boolean }) {
  const [order, setOrder] = useState(["hero", "facts", "views", "departments"]);
  const [hidden, setHidden] = useState<string[]>([]);
  changed(order.join(), hidden.join());
  return (
    <SectionList
      page="home"
      order={order}
      hidden={hidden}
      mayEdit={mayEdit}
      onMove={setOrder}
      onHide={setHidden}
    />
  );
}

const button = (name: string) => screen.getByRole("button", { name });
const row = (title: string) => button(title).closest("li") as HTMLElement;
const said = () => screen.getByRole("status").textContent;
const titles = () =>
  screen.getAllByRole("listitem").map((item) => within(item).getAllByRole("button")[0]?.textContent);

it("moves a section by its buttons and by Alt with an arrow key, says where it is and keeps the focus", async () => {
  render(<Example />);
  await userEvent.click(button("Move Views up"));
  expect(titles()).toEqual(["Hero", "Views", "Facts", "Departments"]);
  expect(said()).toBe("Views is at position 2 of 4.");
  expect(document.activeElement).toBe(button("Move Views up"));
  await userEvent.keyboard("{Alt>}{ArrowDown}{ArrowDown}{/Alt}");
  expect(said()).toBe("Views is at position 4 of 4.");
  await userEvent.keyboard("{ArrowUp}");
  expect(titles()).toEqual(["Hero", "Facts", "Departments", "Views"]);
});

it("keeps the first section first", async () => {
  render(<Example />);
  expect(within(row("Hero")).getAllByRole("button")).toHaveLength(1);
  expect(button("Move Facts up").getAttribute("aria-disabled")).toBe("true");
  expect(button("Move Departments down").getAttribute("aria-disabled")).toBe("true");
  button("Facts").focus();
  await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
  expect(titles()).toEqual(["Hero", "Facts", "Views", "Departments"]);
});

it("moves a section to where it is dropped, but not before the first one", () => {
  render(<Example />);
  const dataTransfer = { setData: () => {} };
  const drag = (from: string, to: string) => {
    fireEvent.dragStart(row(from), { dataTransfer });
    fireEvent.dragOver(row(to), { dataTransfer });
    fireEvent.drop(row(to), { dataTransfer });
  };
  drag("Departments", "Facts");
  expect(titles()).toEqual(["Hero", "Departments", "Facts", "Views"]);
  drag("Views", "Hero");
  expect(titles()).toEqual(["Hero", "Departments", "Facts", "Views"]);
  expect(row("Hero").getAttribute("draggable")).toBe("false");
});

it("hides and shows sections in the order of the page, but not those that are needed", async () => {
  render(<Example />);
  await userEvent.click(screen.getByRole("switch", { name: "Show Views" }));
  await userEvent.click(screen.getByRole("switch", { name: "Show Facts" }));
  expect(said()).toBe("Facts is hidden.");
  expect(changed).toHaveBeenLastCalledWith("hero,facts,views,departments", "facts,views");
  expect(button("Facts (hidden)")).toBeTruthy();
  await userEvent.click(screen.getByRole("switch", { name: "Show Views" }));
  expect(said()).toBe("Views is shown.");
  expect(changed).toHaveBeenLastCalledWith("hero,facts,views,departments", "facts");
  expect(within(row("Departments")).queryByRole("switch")).toBeNull();
  const about = document.getElementById(button("Departments").getAttribute("aria-describedby") ?? "");
  expect(about?.textContent).toMatch(/^Always shown\. /);
});

it("changes nothing for viewers", async () => {
  render(<Example mayEdit={false} />);
  expect(titles()).toEqual(["Hero", "Facts", "Views", "Departments"]);
  expect(screen.getAllByRole("button")).toHaveLength(4);
  expect(screen.queryByRole("switch")).toBeNull();
  button("Views").focus();
  await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
  expect(titles()).toEqual(["Hero", "Facts", "Views", "Departments"]);
  expect(row("Views").getAttribute("draggable")).toBe("false");
});
