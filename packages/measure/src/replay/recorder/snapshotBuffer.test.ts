import type { eventWithTime } from "@rrweb/types";
import { expect, it } from "vitest";
import {
  CUSTOM,
  FULL_SNAPSHOT,
  INCREMENTAL_SNAPSHOT,
  META,
  MOUSE_INTERACTION,
  MUTATION,
  SCROLL,
} from "../rrwebConstants.ts";
import { createSnapshotBuffer } from "./snapshotBuffer.ts";

const increment = (source: number, timestamp: number) =>
  ({ type: INCREMENTAL_SNAPSHOT, data: { source }, timestamp }) as eventWithTime;
const event = (type: number, timestamp: number) => ({ type, timestamp }) as eventWithTime;

function create() {
  const added: eventWithTime[] = [];
  return {
    added,
    ...createSnapshotBuffer(
      (each) => added.push(each),
      () => 100,
    ),
  };
}

it("passes events on immediately while it does not hold", () => {
  const { add, added, release } = create();
  add(increment(MUTATION, 1));
  release();
  expect(added).toEqual([increment(MUTATION, 1)]);
});

it("holds back only the snapshot, and releases it in order with the current time", () => {
  const { add, hold, release, added } = create();
  hold();
  for (const each of [event(META, 1), event(FULL_SNAPSHOT, 2), increment(MUTATION, 3), increment(SCROLL, 4)])
    add(each);
  add(increment(MOUSE_INTERACTION, 5));
  add(event(CUSTOM, 6));
  expect(added).toEqual([increment(MOUSE_INTERACTION, 5), event(CUSTOM, 6)]);
  release();
  add(increment(MUTATION, 101));
  expect(added.slice(2)).toEqual([
    event(META, 100),
    event(FULL_SNAPSHOT, 100),
    increment(MUTATION, 100),
    increment(SCROLL, 100),
    increment(MUTATION, 101),
  ]);
});
