import { UTM_FIELDS } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { createFakeCookies, createFakeStore } from "../testing/fakes.ts";
import { createAttributionMemory, FIRST_TOUCH_KEY, STAMP_COOKIE } from "./attribution.ts";

const NOW = 1_800_000_000_000;
const PAGE = "https://trellis.example/pricing";
const DIRECT = "(direct)";

function start(cookies = createFakeCookies(), store = createFakeStore()) {
  const memory = createAttributionMemory({ cookies, store, now: () => NOW, ownHosts: ["trellis.example"] });
  const mediums = () => [memory.touches()?.first.utm_medium, memory.touches()?.last.utm_medium];
  return { memory, cookies, store, mediums };
}

describe("createAttributionMemory", () => {
  it("stores nothing before the first arrival, then a cookie per field and a stamp 30 minutes ahead", () => {
    const { memory, cookies, store } = start();
    expect([memory.touches(), cookies.writes, store.entries.size]).toEqual([null, 0, 0]);
    memory.arrive(`${PAGE}?utm_source=l%27été&utm_medium=cpc`, "");
    expect(Object.fromEntries(cookies.jar)).toEqual({
      utm_source: "l'%C3%A9t%C3%A9",
      utm_medium: "cpc",
      utm_campaign: "none",
      utm_content: "none",
      utm_term: "none",
      [STAMP_COOKIE]: String(NOW + 30 * 60_000),
    });
    expect(memory.touches()?.last.utm_source).toBe("l'été");
  });

  it("stores a campaign that is cut before an emoji", () => {
    const { memory, cookies } = start();
    const campaign = "a".repeat(199);
    memory.arrive(`${PAGE}?utm_source=news&utm_medium=email&utm_campaign=${campaign}😀`, "");
    expect([cookies.get("utm_campaign"), memory.touches()?.last.utm_campaign]).toEqual([campaign, campaign]);
  });

  it("keeps the first touch forever and updates the last one", () => {
    const { memory, mediums } = start();
    memory.arrive(PAGE, "https://www.google.com/");
    memory.arrive(PAGE, "https://friend.example/");
    expect(mediums()).toEqual(["organic", "referral"]);
    memory.arrive(`${PAGE}?utm_source=news&utm_medium=email`, "https://friend.example/");
    expect(mediums()).toEqual(["organic", "email"]);
  });

  it("keeps the attribution on internal navigation and does not rewrite its cookies", () => {
    const { memory, cookies, mediums } = start();
    memory.arrive(PAGE, "https://www.google.com/");
    const writes = cookies.writes;
    memory.arrive(PAGE, "https://app.trellis.example/");
    expect([mediums(), cookies.writes - writes]).toEqual([["organic", "organic"], 1]);
  });

  it("treats a visit without a referrer as direct only after the previous visit has ended", () => {
    const { memory, cookies, mediums } = start();
    memory.arrive(PAGE, "https://www.google.com/");
    memory.arrive(PAGE, "");
    expect(mediums()).toEqual(["organic", "organic"]);
    cookies.jar.delete(STAMP_COOKIE);
    memory.arrive(PAGE, "");
    expect(mediums()).toEqual(["organic", DIRECT]);
  });

  it("ignores malformed cookies and storage entries", () => {
    const cookies = createFakeCookies(new Map(UTM_FIELDS.map((field) => [field, "%E0%A4%A"])));
    const store = createFakeStore(new Map([[FIRST_TOUCH_KEY, '{"utm_source":1}']]));
    const { memory, mediums } = start(cookies, store);
    expect(memory.touches()).toBeNull();
    memory.arrive(PAGE, "");
    expect(mediums()).toEqual([DIRECT, DIRECT]);
  });
});
