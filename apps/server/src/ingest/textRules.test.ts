import { expect, it } from "vitest";
import { stripAddresses } from "./stripAddresses.ts";
import { textRules } from "./textRules.ts";

it("keeps queries of referrers from the site and from the page's own host, and of no other", () => {
  const { events, monitoring } = textRules(["www.trellis.example"], new Set());
  const url = "https://docs.trellis.example/b?plan=team";
  const referrers = [
    ["https://www.trellis.example/a?plan=team", "https://www.trellis.example/a?plan=team"],
    [
      "https://docs.trellis.example/a?plan=team&sid=1",
      "https://docs.trellis.example/a?plan=team&sid=REDACTED",
    ],
    ["https://other.example/a?plan=team", "https://other.example/a"],
  ];
  for (const rule of [events, monitoring])
    for (const [referrer, expected] of referrers)
      expect(stripAddresses({ view: { url, referrer } }, rule)).toEqual({
        view: { url, referrer: expected },
      });
});
