import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advance, type History, redo, startHistory, undo } from "./history.ts";

const repeat = <State>(
  times: number,
  step: (history: History<State>) => History<State>,
  from: History<State>,
) => Array.from({ length: times }).reduce<History<State>>(step, from);

describe("history", () => {
  it("undoes and redoes any number of steps in order", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 40 }),
        fc.nat(39),
        (states, back) => {
          const [first = 0, ...rest] = states;
          const full = rest.reduce(advance<number>, startHistory(first));
          const steps = Math.min(back, rest.length);
          const undone = repeat(steps, undo<number>, full);
          expect(undone.present).toBe(states[states.length - 1 - steps]);
          expect(repeat(steps, redo<number>, undone)).toEqual(full);
        },
      ),
    );
  });

  it("clears the redo stack on a new step", () => {
    const changed = advance(undo(advance(startHistory("a"), "b")), "c");
    expect(redo(changed)).toBe(changed);
    expect(undo(changed).present).toBe("a");
  });

  it("returns the same history at either end and for the present state", () => {
    const one = startHistory("a");
    expect(undo(one)).toBe(one);
    expect(redo(one)).toBe(one);
    expect(advance(one, "a")).toBe(one);
  });

  it("drops steps beyond the fiftieth", () => {
    const many = Array.from({ length: 80 }, (_, index) => index + 1).reduce(advance<number>, startHistory(0));
    expect(repeat(100, undo<number>, many).present).toBe(30);
  });
});
