import { expect, it } from "vitest";
import { ownHosts } from "../shared/address/ownHosts.ts";
import { siteUrl } from "../shared/api/siteUrl.ts";
import { siteTime } from "../shared/format/siteTime.ts";
import { siteId } from "../shared/query/siteId.ts";
import { applySite } from "./session.ts";

it("applies the site of a session, and keeps it when the session ends", () => {
  applySite({
    account: null,
    siteUrl: "https://trellis.example",
    site: { id: "site-1", timeZone: "Europe/Oslo", weekStart: 7, ownHosts: ["trellis.example"] },
  });
  applySite({ account: null });
  expect(siteTime()).toMatchObject({ timeZone: "Europe/Oslo", weekStart: 7 });
  expect(siteId()).toBe("site-1");
  expect(ownHosts()).toEqual(["trellis.example"]);
  expect(siteUrl()).toBe("https://trellis.example");
});
