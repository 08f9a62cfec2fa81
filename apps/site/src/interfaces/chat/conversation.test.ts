import { describe, expect, it } from "vitest";
import { ask, EXCHANGES, isAnswering, replay, showNext, skip, startConversation } from "./conversation.ts";

const [first, second] = EXCHANGES;
const start = startConversation(first);

describe("conversation", () => {
  it("starts with a complete answer", () => {
    expect(isAnswering(start)).toBe(false);
    expect(showNext(start)).toBe(start);
  });

  it("shows an answer part by part and then stops", () => {
    let conversation = ask(start, second);
    for (const part of second.answer.keys()) {
      expect(isAnswering(conversation)).toBe(true);
      expect(conversation.shown).toBe(part);
      conversation = showNext(conversation);
    }
    expect(isAnswering(conversation)).toBe(false);
  });

  it("skips to the end and replays from the beginning", () => {
    const asked = ask(start, second);
    expect(skip(asked)).toEqual({ asked: [first, second], shown: second.answer.length });
    expect(replay(skip(asked))).toEqual(asked);
  });

  it("lists each question once, the latest last", () => {
    expect(ask(ask(start, second), first).asked).toEqual([second, first]);
  });
});

it("every exchange has a unique id and a source link within the site", () => {
  expect(new Set(EXCHANGES.map(({ id }) => id)).size).toBe(EXCHANGES.length);
  for (const { source } of EXCHANGES) expect(source.href).toMatch(/^\/[\w/-]*#\w+$/);
});
