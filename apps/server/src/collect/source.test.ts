import { expect, it } from "vitest";
import { sourceOf } from "./source.ts";

const siteHosts = ["trellis.example"];

it.each([
  ["", "www.google.de", "Google"],
  ["", "t.co", "X"],
  ["", "chatgpt.com", "ChatGPT"],
  ["", "www.friend.example", "friend.example"],
  ["", "trellis.example", "(internal)"],
  ["", "", "(direct)"],
  ["none", "", "(direct)"],
  ["spring", "www.google.de", "spring"],
])("with campaign %j and referring host %j, returns %j", (utmSource, referrerHost, source) => {
  expect(sourceOf({ utmSource, referrerHost, siteHosts })).toBe(source);
});
