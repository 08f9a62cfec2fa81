import { expect, it } from "vitest";
import { createSharedScroll } from "./useStageScroll.ts";

it("notifies every follower except the sender, until they leave", () => {
  const shared = createSharedScroll();
  const told: string[] = [];
  const [left, right] = [{}, {}];
  shared.follow((top) => told.push(`left ${top}`), left);
  const leave = shared.follow((top) => told.push(`right ${top}`), right);
  shared.move(30, left);
  shared.move(40, right);
  leave();
  shared.move(50, left);
  expect(told).toEqual(["right 30", "left 40"]);
});
