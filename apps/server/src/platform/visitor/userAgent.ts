import { cutText } from "@marquee/contract";
import bowser from "bowser";
import { isbot, isbotMatch } from "isbot";
import QuickLRU from "quick-lru";

/** Browser, operating system and device from a user agent. Unknown facts are empty. */
interface UserAgentFacts {
  browser: string;
  browser_version: string;
  os: string;
  os_version: string;
  device: string;
  /** Bot reason; empty for people. */
  bot: string;
}

/** In characters. Specification, section 9. */
const USER_AGENT_MAX_LENGTH = 500;

/** A cache: a few user agents make up most of the traffic, and parsing one takes longer than everything else. */
const cache = new QuickLRU<string, UserAgentFacts>({ maxSize: 2000 });

/** Parses a user agent and detects bots. */
export function describeUserAgent(text: string): UserAgentFacts {
  // Truncated because both libraries match it against hundreds of regular expressions.
  const userAgent = cutText(text, USER_AGENT_MAX_LENGTH);
  const before = cache.get(userAgent);
  if (before) return before;
  const { browser, os, platform } = userAgent
    ? bowser.parse(userAgent)
    : { browser: {}, os: {}, platform: {} };
  const facts = {
    browser: browser.name ?? "",
    browser_version: (browser.version ?? "").split(".")[0] ?? "",
    os: os.name ?? "",
    os_version: os.versionName ?? os.version ?? "",
    device: ("type" in platform && platform.type) || "",
    bot: isbot(userAgent) ? (isbotMatch(userAgent) ?? "user agent") : "",
  };
  cache.set(userAgent, facts);
  return facts;
}
