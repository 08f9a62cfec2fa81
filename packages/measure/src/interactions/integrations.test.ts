import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { createPersonalization, type Personalize, type PersonalizedUser } from "./integrations.ts";

const settled = () => new Promise((resolve) => setTimeout(resolve));

function open({ country = "Germany", hasTool = true, isAllowed = true } = {}) {
  const told: PersonalizedUser[] = [];
  const tool: Personalize = (user) => told.push(user);
  const state = { tool: hasTool ? tool : null, located: 0 };
  const personalize = createPersonalization({
    findTool: () => state.tool,
    locate: async () => {
      state.located += 1;
      return { country_name: country, country_code: "" };
    },
    isAllowed: () => isAllowed,
  });
  return { personalize, told, state, tool };
}

it("identifies a numeric user once, with the country if known", async () => {
  const { personalize, told } = open();
  for (const id of ["42", "42", "43"]) personalize(id);
  await settled();
  expect(told).toEqual([
    { id: 42, country_name: "Germany" },
    { id: 43, country_name: "Germany" },
  ]);
  const nowhere = open({ country: "" });
  nowhere.personalize("42");
  await settled();
  expect(nowhere.told).toEqual([{ id: 42 }]);
});

it("ignores IDs with anything but digits, and IDs above the safe integer range", () => {
  const { personalize, state } = open();
  const invalidIds = fc.string().filter((id) => !/^\d+$/.test(id));
  fc.assert(fc.property(invalidIds, (id) => personalize(id) === undefined && state.located === 0));
  for (const id of [null, undefined, "9007199254740993", "-1", "1e3", "0x10", " 1"]) personalize(id);
  expect(state.located).toBe(0);
});

it("requests no country without a tool, and identifies to a tool that loads late", async () => {
  const { personalize, told, state, tool } = open({ hasTool: false });
  personalize("42");
  expect(state.located).toBe(0);
  state.tool = tool;
  personalize("42");
  await settled();
  expect(told).toHaveLength(1);
});

it("identifies nothing after a withdrawal, and does not propagate the tool's exceptions", async () => {
  const withdrawn = open({ isAllowed: false });
  withdrawn.personalize("42");
  await settled();
  expect(withdrawn.told).toEqual([]);
  const warn = vi.spyOn(console, "warn").mockReturnValue(undefined);
  const broken = open();
  broken.state.tool = () => {
    throw new Error("broken tool");
  };
  broken.personalize("42");
  await settled();
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});
