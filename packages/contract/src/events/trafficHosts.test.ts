import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { channelOf, classifyReferrer } from "./trafficHosts.ts";

describe("classifyReferrer", () => {
  it.each([
    ["www.google.com", "Google", "search"],
    ["www.google.co.uk", "Google", "search"],
    ["duckduckgo.com", "DuckDuckGo", "search"],
    ["www.bing.com", "Bing", "search"],
    ["t.co", "X", "social"],
    ["old.reddit.com", "Reddit", "social"],
    ["l.facebook.com", "Facebook", "social"],
    ["news.ycombinator.com", "Hacker News", "social"],
    ["WWW.LinkedIn.com:443", "LinkedIn", "social"],
    ["chatgpt.com", "ChatGPT", "assistant"],
    ["www.perplexity.ai", "Perplexity", "assistant"],
    ["gemini.google.com", "Gemini", "assistant"],
    ["copilot.microsoft.com", "Copilot", "assistant"],
  ])("classifies %s as %s, %s", (host, name, channel) => {
    expect(classifyReferrer(host)).toEqual({ name, channel });
    expect(channelOf(name)).toBe(channel);
  });

  it.each([
    "",
    "friend.example",
    "nott.co",
    "chatgpt.com.evil.example",
    "com",
    "microsoft.com",
    "ycombinator.com",
  ])("returns null for %j", (host) => {
    expect(classifyReferrer(host)).toBeNull();
  });

  it("accepts any text, and classifies a subdomain like its host", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        classifyReferrer(text);
        channelOf(text);
      }),
    );
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        expect(classifyReferrer(`${domain.split(".")[0]}.reddit.com`)?.name).toBe("Reddit");
      }),
    );
  });
});

describe("channelOf", () => {
  it.each(["newsletter", "google", "friend.example", "(direct)", "", "constructor"])(
    "returns null for %j",
    (name) => {
      expect(channelOf(name)).toBeNull();
    },
  );
});
