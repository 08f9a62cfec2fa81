import { CONSENT_GROUPS } from "@marquee/contract";
import { afterEach, expect, it, vi } from "vitest";
import { createGoogleTagLoader } from "./googleTagLoader.ts";

const ORIGIN = "https://trellis.example";

afterEach(() => vi.unstubAllGlobals());

/** Loads the tag on a page. @returns commands of a kind, and a function that navigates. */
function open(path: string, referrer: string) {
  const place = { host: "trellis.example", href: ORIGIN + path };
  const listeners: (() => void)[] = [];
  const go = (_state: unknown, _title: string, url: string) => {
    place.href = ORIGIN + url;
  };
  const past = { pushState: go, replaceState: go };
  const page: { dataLayer?: Iterable<unknown>[] } = {};
  vi.stubGlobal("location", place);
  vi.stubGlobal("history", past);
  vi.stubGlobal("document", { referrer, cookie: "" });
  vi.stubGlobal(
    "window",
    Object.assign(page, { addEventListener: (_: string, each: () => void) => listeners.push(each) }),
  );
  const load = vi.fn(async () => undefined);
  const ids = { analyticsIds: ["G-1"], advertisingIds: ["AW-1"] };
  const tag = createGoogleTagLoader({ server: "https://tags.example", since: 0, ...ids, load });
  const commands = () => (page.dataLayer ?? []).map((command) => [...command]);
  const told = () => commands().flatMap(([name, fields]) => (name === "set" ? [fields] : []));
  return { tag, commands, told, push: (url: string) => past.pushState(null, "", url), listeners, place };
}

it("passes every page and the previous one to Google's tag without secrets, before it reads them itself", () => {
  const { tag, commands, told, push, listeners, place } = open(
    "/pricing?plan=team",
    `${ORIGIN}/reset?token=abc&x=1`,
  );
  tag.allow((group) => group === CONSENT_GROUPS.analytics);
  expect(commands().map(([name]) => name)).toEqual(["consent", "js", "set", "config"]);
  expect(commands().at(-1)).toEqual(["config", "G-1"]);
  push("/join?invitation=abc#top");
  push("/join?invitation=abc#top");
  push("/u/jane@acme.com");
  place.href = `${ORIGIN}/back`;
  for (const listener of listeners) listener();
  expect(told()).toEqual([
    { page_location: `${ORIGIN}/pricing?plan=team`, page_referrer: `${ORIGIN}/reset?token=REDACTED&x=1` },
    { page_location: `${ORIGIN}/join?invitation=REDACTED#top`, page_referrer: `${ORIGIN}/pricing?plan=team` },
    { page_location: `${ORIGIN}/u/REDACTED`, page_referrer: `${ORIGIN}/join?invitation=REDACTED#top` },
    { page_location: `${ORIGIN}/back`, page_referrer: `${ORIGIN}/u/REDACTED` },
  ]);
});

it("passes no query of another site, and follows the pages once", () => {
  const { tag, told, push } = open("/?token=abc", "https://other.example/search?q=jane#a");
  tag.allow((group) => group === CONSENT_GROUPS.analytics);
  tag.allow(() => true);
  push("/pricing");
  expect(told()).toEqual([
    { page_location: `${ORIGIN}/?token=REDACTED`, page_referrer: "https://other.example/search" },
    { page_location: `${ORIGIN}/pricing`, page_referrer: `${ORIGIN}/?token=REDACTED` },
  ]);
});
