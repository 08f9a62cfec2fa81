import { describe, expect, it } from "vitest";
import { enclosingFunction } from "./enclosingFunction.ts";

const SOURCE = `import x from "y";

export async function loadPlans(path: string) {
  if (path) {
    throw new Error(path);
  }
}

const draw = (plan: Plan): void => {
  plan.items.forEach((item) => {
    item.paint();
  });
};

class Board {
  private async move(card: Card) {
    this.cards.push(card);
  }
}

const handlers = {
  onClick: (event: Event) => {
    event.stop();
  },
};
start();`.split("\n");

describe("enclosingFunction", () => {
  it.each([
    [5, "loadPlans"],
    [3, "loadPlans"],
    [11, "draw"],
    [17, "move"],
    [23, "onClick"],
    [26, null],
    [1, null],
    [99, null],
  ])("names the function that line %i lies in", (line, name) => {
    expect(enclosingFunction(SOURCE, line)).toBe(name);
  });
});
