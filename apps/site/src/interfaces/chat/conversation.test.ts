import { describe, expect, it } from "vitest";
import { ask, EXCHANGES, isAnswering, replay, showNext, skip, startConversation } from "./conversation.ts";

const [first, second] = EXCHANGES;
const start = startConversation(first);

describe("a conversation", () => {
  it("starts with an answer that is there", () => {
    expect(isAnswering(start)).toBe(false);
    expect(showNext(start)).toBe(start);
  });

  it("shows an answer part by part and then rests", () => {
    let conversation = ask(start, second);
    for (const part of second.answer.keys()) {
      expect(isAnswering(conversation)).toBe(true);
      expect(conversation.shown).toBe(part);
      conversation = showNext(conversation);
    }
    expect(isAnswering(conversation)).toBe(false);
  });

  it("skips to the end, and plays again from the beginning", () => {
    const asked = ask(start, second);
    expect(skip(asked)).toEqual({ asked: [first, second], shown: second.answer.length });
    expect(replay(skip(asked))).toEqual(asked);
  });

  it("keeps each question once, the latest last", () => {
    expect(ask(ask(start, second), first).asked).toEqual([second, first]);
  });
});

it("names each question and its source once, with an address in the site", () => {
  expect(new Set(EXCHANGES.map(({ id }) => id)).size).toBe(EXCHANGES.length);
  for (const { source } of EXCHANGES) expect(source.href).toMatch(/^\/[\w/-]*#\w+$/);
});
