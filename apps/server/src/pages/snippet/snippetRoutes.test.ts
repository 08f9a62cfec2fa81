import { join } from "node:path";
import fastify from "fastify";
import { expect, it } from "vitest";
import { readSiteContent } from "../../domains/content/readSiteContent.ts";
import type { Rejection } from "../../ingest/rejections.ts";
import { readConfig } from "../../platform/config/config.ts";

import { toolsWith } from "../../testing/noTools.ts";
import { closestLocale } from "./consentTexts.ts";
import { snippetRoutes } from "./snippetRoutes.ts";

const CONTENT = join(import.meta.dirname, "../../../../../content");
const DOCS = "https://docs.example.com";

async function start(env: Record<string, string> = {}, recipients: string[] = []) {
  const config = readConfig({ PUBLIC_URL: "https://www.example.com", ...env });
  const refused: Rejection[] = [];
  const content = await readSiteContent(CONTENT, CONTENT);
  const app = fastify();
  await app.register(
    snippetRoutes({
      config,
      tools: toolsWith({
        settings: { consentProvider: { name: "own" }, tools: null, recipients, loginUrl: null },
      }),
      siteContent: { values: () => content },
      countries: { codeOf: (address) => (address === "8.8.8.8" ? "US" : "") },
      allowedOrigins: new Set([DOCS]),
      rejections: { record: (rejection) => void refused.push(rejection) },
      budgets: { admit: () => ({ count: () => undefined }) },
    }),
  );
  const ask = (
    url: string,
    headers: Record<string, string> = { origin: DOCS },
    remoteAddress = "127.0.0.1",
  ) => app.inject({ url, headers, remoteAddress });
  return { ask, refused };
}

it("sends settings to an allowed page, by the visitor's region", async () => {
  const { ask } = await start({
    CONSENT_DEFAULT: "granted",
    COOKIE_DOMAIN: "example.com",
    PUBLIC_URL: "https://www.example.com",
  });
  const answer = await ask("/v1/snippet", { origin: DOCS }, "8.8.8.8");
  expect(answer.json()).toEqual({
    writeKey: "local",
    cookieDomain: "example.com",
    isGrantedByRegion: true,
    consentProvider: "own",
    gtagId: null,
  });
  expect(answer.headers).toMatchObject({
    "access-control-allow-origin": DOCS,
    "cache-control": "private, max-age=300",
    vary: "origin",
  });
  expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
  expect((await ask("/v1/snippet")).json().isGrantedByRegion, "The country is unknown.").toBe(false);
  const gpc = await ask("/v1/snippet", { origin: DOCS, "sec-gpc": "1" }, "8.8.8.8");
  expect(gpc.json().isGrantedByRegion, "The browser sends Global Privacy Control.").toBe(false);
});

it.each(["https://evil.example", "null", "http://docs.example.com"])(
  "rejects a page of %s with the reason, and counts it",
  async (origin) => {
    const { ask, refused } = await start();
    for (const path of ["/v1/snippet", "/v1/snippet/consent?lang=en"]) {
      const answer = await ask(path, { origin });
      expect([answer.statusCode, answer.json().success]).toEqual([403, false]);
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
      expect(JSON.stringify(answer.json())).not.toContain("writeKey");
    }
    expect(refused.map(({ reason }) => reason)).toEqual(["host_not_allowed", "host_not_allowed"]);
  },
);

it("sends the consent dialog in the page's language", async () => {
  const { ask } = await start();
  const german = (await ask("/v1/snippet/consent?lang=de-AT")).json();
  expect(german).toMatchObject({
    locale: "de",
    groups: [{ group: "C0002" }, { group: "C0003" }, { group: "C0004" }],
    privacy: { href: "https://www.example.com/de/privacy" },
  });
  for (const text of [german.title, german.text, german.accept, german.groups[0].title])
    expect(text).toEqual(expect.stringMatching(/\S/));
  const english = (await ask(`/v1/snippet/consent?lang=${"x".repeat(5000)}&lang=de`)).json();
  expect(english.locale).toBe("en");
});

it("names the companies that get data, as the site's dialog does", async () => {
  const { ask } = await start({}, ["Google", "Acme $&"]);
  const { text } = (await ask("/v1/snippet/consent?lang=en")).json();
  expect(text).toContain("Google and Acme $&");
  expect(text).not.toContain("{recipients}");
});

it.each([
  ["de", "de"],
  ["pt-BR", "pt-BR"],
  ["PT-br", "pt-BR"],
  ["pt", "pt-BR"],
  ["fr_CA", "fr-FR"],
  ["it-IT", "it"],
  ["ja", "en"],
  ["", "en"],
  ["constructor", "en"],
])("shows pages in %j the dialog in %s", (language, locale) => {
  expect(closestLocale(language)).toBe(locale);
});
