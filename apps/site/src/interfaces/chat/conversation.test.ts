import { describe, expect, it } from "vitest";
import { testCopy } from "../../site/testing/testSite.ts";
import {
  ask,
  type Exchange,
  exchangesOf,
  isAnswering,
  replay,
  showNext,
  skip,
  startConversation,
} from "./conversation.ts";

const exchanges = exchangesOf((await testCopy.load("samples", "en")).chat, "en");
const [first, second] = exchanges as [Exchange, Exchange];
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
      expect(conversation.visibleParts).toBe(part);
      conversation = showNext(conversation);
    }
    expect(isAnswering(conversation)).toBe(false);
  });

  it("skips to the end and replays from the beginning", () => {
    const asking = ask(start, second);
    expect(skip(asking)).toEqual({ history: [first, second], visibleParts: second.answer.length });
    expect(replay(skip(asking))).toEqual(asking);
  });

  it("lists each question once, the latest last", () => {
    expect(ask(ask(start, second), first).history).toEqual([second, first]);
  });
});

it("every exchange links to its source in the page's language", async () => {
  for (const { source } of exchanges) expect(source.href).toMatch(/^\/[\w/-]*#\w+$/);
  const german = exchangesOf((await testCopy.load("samples", "de")).chat, "de");
  for (const { source } of german) expect(source.href).toMatch(/^\/de(\/[\w/-]+)?#\w+$/);
});
