import { ONE_DAY } from "@marquee/contract";
import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { createCookieJar } from "../testing/cookieJar.ts";
import { createCookies } from "./cookies.ts";

afterEach(() => vi.unstubAllGlobals());

function open(domain: string | null, protocol = "https:") {
  const page = { cookie: "" };
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { protocol, hostname: "www.trellis.example" });
  return { cookies: createCookies(domain), page };
}

it("writes on the parent domain, for days, and only over https where the page is", () => {
  const { cookies, page } = open("trellis.example");
  cookies.set("utm_source", "news", 365 * ONE_DAY);
  expect(page.cookie).toBe(
    "utm_source=news; path=/; max-age=31536000; samesite=lax; domain=trellis.example; secure",
  );
  const local = open(null, "http:");
  local.cookies.set("utm_source", "news", ONE_DAY);
  expect(local.page.cookie).toBe("utm_source=news; path=/; max-age=86400; samesite=lax");
});

it("reads a cookie by its whole name; one that does not exist is null", () => {
  const { cookies, page } = open(null);
  page.cookie = "a=1; utm_source=news=letter; empty=";
  expect(["utm_source", "source", "empty", "b"].map(cookies.get)).toEqual(["news=letter", null, "", null]);
});

const HOSTS = ["trellis.example", "www.trellis.example", "a.docs.trellis.example"];
const DOMAINS = [null, ...HOSTS, "docs.trellis.example"];

it("reads the last written value, and leaves nothing after removal, regardless of earlier domains", () => {
  const step = fc.record({
    host: fc.constantFrom(...HOSTS),
    domain: fc.constantFrom(...DOMAINS),
    isRemoval: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      const jar = createCookieJar(["example"]);
      for (const [value, { host, domain, isRemoval }] of steps.entries()) {
        const page = jar.documentOf(host);
        vi.stubGlobal("document", page);
        vi.stubGlobal("location", { protocol: "https:", hostname: host });
        // Browsers reject a domain that the host does not belong to.
        const isOwn = domain === null || host === domain || host.endsWith(`.${domain}`);
        const cookies = createCookies(isOwn ? domain : null);
        if (isRemoval) {
          cookies.remove("id");
          expect(page.cookie).toBe("");
        } else {
          cookies.set("id", String(value), ONE_DAY);
          expect(cookies.get("id")).toBe(String(value));
        }
      }
    }),
  );
});
