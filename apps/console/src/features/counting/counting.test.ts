import { beforeEach, expect, it, vi } from "vitest";
import { setSiteUrl } from "../../shared/api/siteUrl.ts";
import { changeCounting, readCounting } from "./counting.ts";

const SITE = "https://www.trellis.example";
let isCounted: boolean;
/** Whether the browser accepts the site's cookie. */
let keeps: boolean;

beforeEach(() => {
  isCounted = true;
  keeps = true;
  setSiteUrl(SITE);
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit) => {
    const { origin, searchParams } = new URL(url);
    if (origin !== SITE) return new Response("", { status: 404 });
    const wanted = searchParams.get("isCounted");
    if (method === "POST" && keeps) isCounted = wanted === "true";
    return Response.json({ isCounted: method === "POST" ? wanted === "true" : isCounted });
  });
  return () => vi.unstubAllGlobals();
});

it("asks the site, which owns the cookie, if the console has its own host", async () => {
  expect(await readCounting()).toEqual({ isCounted: true });
  expect(await changeCounting(false)).toEqual({ isCounted: false });
  expect(await readCounting()).toEqual({ isCounted: false });
});

it("says what to do if the browser rejects the cookie because the domains differ", async () => {
  keeps = false;
  await expect(changeCounting(false)).rejects.toThrow(/refused the site's cookie.*exclude your IP address/);
});
