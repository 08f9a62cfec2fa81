import type { DraftField } from "@marquee/contract/schema";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createDraftSaver, type TypedField } from "./draftSaver.ts";

const TITLE = { item: "copy:en:home", pointer: "/hero/title" };
const LEAD = { item: "copy:en:home", pointer: "/hero/lead" };

let storedFields: TypedField[];
let requests: { field: TypedField; answer: (revision: number) => void; fail: (error: Error) => void }[];
const saved = vi.fn();

class Refused extends Error {}

beforeEach(() => {
  vi.useFakeTimers();
  storedFields = [];
  requests = [];
  saved.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

const create = () =>
  createDraftSaver({
    store: { read: () => storedFields, write: (fields) => (storedFields = [...fields]) },
    send: (field) =>
      new Promise((resolve, reject) => {
        const answer = (revision: number) => resolve({ ...field, revision } as unknown as DraftField);
        requests.push({ field, answer, fail: reject });
      }),
    isRefusal: (error) => error instanceof Refused,
    onSaved: saved,
    onChange: () => undefined,
  });
const type = (saver: ReturnType<typeof create>, value: string, address = TITLE) =>
  saver.type({ ...address, value, revision: 0 });
const settle = () => vi.advanceTimersByTimeAsync(0);

it("sends the latest value, one request at a time, each based on the answer before", async () => {
  const saver = create();
  type(saver, "O");
  type(saver, "On");
  await vi.advanceTimersByTimeAsync(500);
  expect(requests.map(({ field }) => field.value)).toEqual(["On"]);
  type(saver, "One");
  type(saver, "Lead", LEAD);
  await vi.advanceTimersByTimeAsync(5000);
  expect(requests).toHaveLength(1);
  expect(saver.state()).toEqual({ kind: "saving" });
  requests[0]?.answer(1);
  await settle();
  expect(requests[1]?.field).toMatchObject({ value: "One", revision: 1 });
  requests[1]?.answer(2);
  await settle();
  requests[2]?.answer(1);
  await settle();
  expect([saver.state(), saver.typed(TITLE), storedFields]).toEqual([{ kind: "saved" }, undefined, []]);
  expect(saved).toHaveBeenCalledTimes(3);
});

it("keeps typed values until the server has them, even on another page", async () => {
  const saver = create();
  type(saver, "Mine");
  expect(storedFields).toMatchObject([{ value: "Mine" }]);
  await vi.advanceTimersByTimeAsync(500);
  requests[0]?.fail(new TypeError("offline"));
  await settle();
  expect(saver.state().kind).toBe("waiting");
  saver.stop();
  expect(storedFields).toMatchObject([{ value: "Mine" }]);

  const later = create();
  expect(later.typed(TITLE)?.value).toBe("Mine");
  await settle();
  requests[1]?.fail(new TypeError("offline"));
  await vi.advanceTimersByTimeAsync(3000);
  requests[2]?.answer(1);
  await settle();
  expect([later.state(), storedFields]).toEqual([{ kind: "saved" }, []]);
});

it("does not repeat a value that the server refused, and goes on with the others", async () => {
  const saver = create();
  type(saver, "Theirs differs");
  type(saver, "Lead", LEAD);
  await vi.advanceTimersByTimeAsync(500);
  requests[0]?.fail(new Refused("Someone changed it."));
  await settle();
  expect(requests[1]?.field.pointer).toBe(LEAD.pointer);
  requests[1]?.answer(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requests).toHaveLength(2);
  expect([saver.refusal(TITLE)?.message, saver.typed(TITLE)?.value]).toEqual([
    "Someone changed it.",
    "Theirs differs",
  ]);
  saver.giveUp(TITLE);
  expect([saver.typed(TITLE), storedFields]).toEqual([undefined, []]);
});

it("sends what another tab left, unless something else was typed here", async () => {
  const left = [
    { ...TITLE, value: "Left", revision: 0 },
    { ...LEAD, value: "Left", revision: 0 },
  ];
  const saver = createDraftSaver({
    store: { read: () => [], adopt: async () => left, write: (fields) => (storedFields = [...fields]) },
    send: (field) =>
      new Promise((resolve) => {
        const answer = (revision: number) => resolve({ ...field, revision } as unknown as DraftField);
        requests.push({ field, answer, fail: () => undefined });
      }),
    isRefusal: () => false,
    onSaved: saved,
    onChange: () => undefined,
  });
  type(saver, "Mine");
  await settle();
  expect(storedFields.map(({ value }) => value)).toEqual(["Mine", "Left"]);
  saver.stop();
});

it("loses nothing when the session ends while someone types", async () => {
  const before = create();
  type(before, "One");
  await vi.advanceTimersByTimeAsync(500);
  requests[0]?.fail(new Error("Sign in to continue."));
  await settle();
  type(before, "One, two");
  before.stop();
  // The screen is shown again after signing in.
  requests = [];
  const after = create();
  expect(after.typed(TITLE)?.value).toBe("One, two");
  await settle();
  expect(requests[0]?.field.value).toBe("One, two");
  after.stop();
});
