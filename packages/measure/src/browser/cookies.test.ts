import { ONE_DAY } from "@marquee/contract";
import { afterEach, expect, it, vi } from "vitest";
import { createCookies } from "./cookies.ts";

afterEach(() => vi.unstubAllGlobals());

function open(domain: string | null, protocol = "https:") {
  const page = { cookie: "" };
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { protocol });
  return { cookies: createCookies(domain), page };
}

it("writes on the parent domain, for days, and only over https where the page is", () => {
  const { cookies, page } = open("trellis.example");
  cookies.set("utm_source", "news", 365 * ONE_DAY);
  expect(page.cookie).toBe(
    "utm_source=news; path=/; max-age=31536000; samesite=lax; domain=trellis.example; secure",
  );
  const local = open(null, "http:");
  local.cookies.remove("utm_source");
  expect(local.page.cookie).toBe("utm_source=; path=/; max-age=0; samesite=lax");
});

it("reads a cookie by its whole name; one that does not exist is null", () => {
  const { cookies, page } = open(null);
  page.cookie = "a=1; utm_source=news=letter; empty=";
  expect(["utm_source", "source", "empty", "b"].map(cookies.get)).toEqual(["news=letter", null, "", null]);
});
