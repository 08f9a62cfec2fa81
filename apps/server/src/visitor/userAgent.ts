import bowser from "bowser";
import { isbot, isbotMatch } from "isbot";
import QuickLRU from "quick-lru";

/** What a user agent says about the device. Unknown facts are empty. */
interface UserAgentFacts {
  browser: string;
  browser_version: string;
  os: string;
  os_version: string;
  device: string;
  /** Why it counts as a bot; empty for people. */
  bot: string;
}

/** Specification, section 9. */
const USER_AGENT_MAX_LENGTH = 500;

/** Few user agents make most of the traffic, and reading one takes longer than all the rest. */
const known = new QuickLRU<string, UserAgentFacts>({ maxSize: 2000 });

/** Parses a user agent and detects bots. */
export function describeUserAgent(text: string): UserAgentFacts {
  // Both libraries match it against hundreds of expressions.
  const userAgent = text.slice(0, USER_AGENT_MAX_LENGTH);
  const before = known.get(userAgent);
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
  known.set(userAgent, facts);
  return facts;
}
