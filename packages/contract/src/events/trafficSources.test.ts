import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attributionOf, searchEngineOf } from "./attribution.ts";
import { CHANNEL_TITLES } from "./channels.ts";
import { paidClickIn } from "./clickIds.ts";
import { SEARCH_NAMES, siteKindOf } from "./knownSites.ts";
import { attributeVisit, channelOf, sourceOf } from "./trafficSources.ts";

const siteHosts = ["trellis.example"];
const NO_CAMPAIGN = { source: "", medium: "", campaign: "" };
const fromHost = (referrerHost: string) => sourceOf({ utm: NO_CAMPAIGN, referrerHost, siteHosts });
const fromCampaign = (source: string) =>
  sourceOf({ utm: { ...NO_CAMPAIGN, source }, referrerHost: "www.bing.com", siteHosts });

describe("sourceOf", () => {
  it.each([
    ["www.google.com", "Google", "search"],
    ["www.google.co.uk", "Google", "search"],
    ["google.com.hk", "Google", "search"],
    ["com.google.android.googlequicksearchbox", "Google", "search"],
    ["duckduckgo.com", "DuckDuckGo", "search"],
    ["www.bing.com", "Bing", "search"],
    ["cn.bing.com", "Bing", "search"],
    ["search.yahoo.com", "Yahoo", "search"],
    ["fr.search.yahoo.com", "Yahoo", "search"],
    ["search.yahoo.co.jp", "Yahoo", "search"],
    ["yandex.com.tr", "Yandex", "search"],
    ["ya.ru", "Yandex", "search"],
    ["search.brave.com", "Brave", "search"],
    ["www.ask.com", "Ask", "search"],
    ["kagi.com", "Kagi", "search"],
    ["www.mojeek.com", "Mojeek", "search"],
    ["swisscows.com", "Swisscows", "search"],
    ["metager.org", "MetaGer", "search"],
    ["metager.de", "MetaGer", "search"],
    ["m.search.daum.net", "Daum", "search"],
    ["nova.rambler.ru", "Rambler", "search"],
    ["go.mail.ru", "Mail.ru", "search"],
    ["m.search.naver.com", "Naver", "search"],
    ["t.co", "X", "social"],
    ["old.reddit.com", "Reddit", "social"],
    ["l.facebook.com", "Facebook", "social"],
    ["news.ycombinator.com", "Hacker News", "social"],
    ["WWW.LinkedIn.com:443", "LinkedIn", "social"],
    ["com.linkedin.android", "LinkedIn", "social"],
    ["discord.com", "Discord", "social"],
    ["www.tumblr.com", "Tumblr", "social"],
    ["github.com", "GitHub", "social"],
    ["ok.ru", "OK.ru", "social"],
    ["www.flickr.com", "Flickr", "social"],
    ["fosstodon.org", "Mastodon", "social"],
    ["www.bilibili.com", "Bilibili", "video"],
    ["m.youtube.com", "YouTube", "video"],
    ["chatgpt.com", "ChatGPT", "assistant"],
    ["www.perplexity.ai", "Perplexity", "assistant"],
    ["gemini.google.com", "Gemini", "assistant"],
    ["notebooklm.google.com", "NotebookLM", "assistant"],
    ["copilot.microsoft.com", "Copilot", "assistant"],
    ["chat.qwen.ai", "Qwen", "assistant"],
    ["duck.ai", "Duck.ai", "assistant"],
    ["character.ai", "Character.ai", "assistant"],
    ["mail.google.com", "Gmail", "email"],
    ["com.google.android.gm", "Gmail", "email"],
    ["mail.yahoo.com", "Yahoo Mail", "email"],
    ["e.mail.ru", "Mail.ru Mail", "email"],
    ["www.amazon.de", "Amazon", "shopping"],
    ["html.duckduckgo.com", "DuckDuckGo", "search"],
    ["lite.duckduckgo.com", "DuckDuckGo", "search"],
    ["images.google.de", "Google", "search"],
    ["images.google.co.uk", "Google", "search"],
    ["scholar.google.com", "Google", "search"],
    ["images.yandex.ru", "Yandex", "search"],
    ["images.yandex.com.tr", "Yandex", "search"],
    ["de.images.yahoo.com", "Yahoo", "search"],
    ["lite.qwant.com", "Qwant", "search"],
    ["s10-eu5.startpage.com", "Startpage", "search"],
    ["eu2-browse.startpage.com", "Startpage", "search"],
    ["search.aol.com", "AOL", "search"],
    ["www.so.com", "360 Search", "search"],
    ["m.so.com", "360 Search", "search"],
    ["coccoc.com", "Cốc Cốc", "search"],
    ["suche.web.de", "WEB.DE", "search"],
    ["m.suche.web.de", "WEB.DE", "search"],
    ["suche.gmx.net", "Google", "search"],
    ["suche.t-online.de", "T-Online", "search"],
    ["lemoteur.orange.fr", "Orange", "search"],
    ["www.pinterest.ca", "Pinterest", "social"],
    ["mastodon.nz", "Mastodon", "social"],
    ["soundcloud.com", "SoundCloud", "social"],
    ["chatglm.cn", "ChatGLM", "assistant"],
    ["navigator.gmx.net", "GMX", "email"],
    ["deref-gmx.net", "GMX", "email"],
    ["navigator.web.de", "WEB.DE Mail", "email"],
    ["email.t-online.de", "T-Online Mail", "email"],
    ["messagerie.orange.fr", "Orange Mail", "email"],
    ["mail.ionos.de", "IONOS Mail", "email"],
    ["webmail.acme.example", "webmail.acme.example", "email"],
    ["googleads.g.doubleclick.net", "Google Ads", "ads"],
    ["tpc.googlesyndication.com", "Google Ads", "ads"],
  ])("names %s %s, a site of type %s", (host, name, kind) => {
    expect([fromHost(host), siteKindOf(name)]).toEqual([name, kind]);
  });

  it.each([
    ["docs.google.com", "docs.google.com"],
    ["ads.google.com", "ads.google.com"],
    ["sites.google.com", "sites.google.com"],
    ["search.google.com", "search.google.com"],
    ["maps.google.com", "maps.google.com"],
    ["maps.google.de", "maps.google.de"],
    ["news.google.com", "news.google.com"],
    ["www.cnn.com", "cnn.com"],
    ["www.orange.fr", "orange.fr"],
    ["tieba.baidu.com", "tieba.baidu.com"],
    ["translate.google.com", "translate.google.com"],
    ["google.xyz", "google.xyz"],
    ["google.com.evil.example", "google.com.evil.example"],
    ["brave.com", "brave.com"],
    ["ask.fm", "ask.fm"],
    ["blog.naver.com", "blog.naver.com"],
    ["nott.co", "nott.co"],
    ["www.friend.example:8443", "friend.example"],
    ["trellis.example", "(internal)"],
    ["", "(direct)"],
  ])("names %j %j, which is not a known site", (host, name) => {
    expect([fromHost(host), siteKindOf(name)]).toEqual([name, null]);
  });

  it.each([
    ["google", "Google"],
    [" Google ", "Google"],
    ["chatgpt.com", "ChatGPT"],
    ["fb", "Facebook"],
    ["facebook.com", "Facebook"],
    ["linkedin", "LinkedIn"],
    ["Mail.ru", "Mail.ru"],
    ["spring", "spring"],
    ["Spring Launch", "spring launch"],
    [" Acme-Partner ", "acme-partner"],
    ["Orange", "orange"],
    ["none", "Bing"],
    ["", "Bing"],
  ])("names the campaign source %j %j", (source, name) => {
    expect(fromCampaign(source)).toBe(name);
  });

  it("gives a visit the same name from the page and from the attribution cookie", () => {
    const hosts = [
      "www.google.de",
      "com.google.android.googlequicksearchbox",
      "www.friend.example",
      "t.co",
      "chatgpt.com",
    ];
    for (const host of hosts) {
      const referrer = `${host.startsWith("com.") ? "android-app" : "https"}://${host}/`;
      const cookie = attributionOf({ url: "https://trellis.example/", referrer, ownHosts: siteHosts });
      expect(fromCampaign(cookie?.utm_source ?? "")).toBe(fromHost(host));
    }
  });
});

describe("channelOf", () => {
  it.each([
    ["(direct)", "", "", "direct"],
    ["(none)", "(direct)", "none", "direct"],
    ["Google", "", "", "organic-search"],
    ["google", "organic", "none", "organic-search"],
    ["somewhere", "organic", "", "organic-search"],
    ["google", "cpc", "", "paid-search"],
    ["Bing", "PPC", "", "paid-search"],
    ["google", "cpm", "", "paid-search"],
    ["fb", "paid_social", "", "paid-social"],
    ["facebook", "social", "", "organic-social"],
    ["newsroom", "social-media", "", "organic-social"],
    ["youtube", "cpv", "", "paid-video"],
    ["YouTube", "", "", "organic-video"],
    ["amazon", "cpc", "", "paid-shopping"],
    ["google", "cpc", "Shopping - DE", "paid-shopping"],
    ["google", "cpc", "workshop", "paid-search"],
    ["google", "cpc", "Cross-network 1", "cross-network"],
    ["taboola", "cpc", "", "paid-other"],
    ["taboola", "cpm", "", "display"],
    ["taboola", "banner", "", "display"],
    ["Google Ads", "", "", "display"],
    ["AOL", "", "", "organic-search"],
    ["orange", "", "", "unassigned"],
    ["newsroom", " Social ", "", "organic-social"],
    ["webmail.acme.example", "", "", "email"],
    ["ChatGPT", "", "", "assistant"],
    ["chatgpt.com", "referral", "", "assistant"],
    ["Gmail", "", "", "email"],
    ["newsletter", "email", "", "email"],
    ["e-mail", "", "", "email"],
    ["partner", "affiliate", "", "affiliates"],
    ["podcast", "audio", "", "audio"],
    ["sms", "", "", "sms"],
    ["app", "webpush", "", "mobile-push"],
    ["friend.example", "", "", "referral"],
    ["friend.example", "referral", "none", "referral"],
    ["partners", "referral", "", "referral"],
    ["newsletter", "", "", "unassigned"],
    ["constructor", "constructor", "", "unassigned"],
  ])("source %j, medium %j, campaign %j: %s", (source, medium, campaign, channel) => {
    expect(channelOf({ source, medium, campaign })).toBe(channel);
  });

  it("accepts any text", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (source, medium, campaign) => {
        expect(CHANNEL_TITLES).toHaveProperty(channelOf({ source, medium, campaign }));
        expect(fromHost(source).length + fromCampaign(source).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe("attributeVisit", () => {
  const utm = (source: string, medium = "", campaign = "") => ({ source, medium, campaign });
  const none = utm("");

  it.each([
    ["Google", none, none, "Google", "organic-search"],
    ["Google", utm("google", "cpc"), utm("bing", "organic"), "Google", "paid-search"],
    ["(direct)", none, utm("google", "organic", "none"), "(direct)", "direct"],
    ["(internal)", none, utm("google", "organic", "none"), "Google", "organic-search"],
    ["(internal)", none, utm("t.co", "referral", "none"), "X", "organic-social"],
    ["(internal)", none, utm("newsletter", "email", "june"), "newsletter", "email"],
    ["(internal)", none, utm("google", "cpc", "none"), "Google", "paid-search"],
    ["(internal)", none, utm("t.co", "cpc", "none"), "X", "paid-social"],
    ["(internal)", none, utm("(none)", "(direct)", "none"), "(direct)", "direct"],
    ["(internal)", none, utm("none", "none", "none"), "(direct)", "direct"],
    ["(internal)", none, none, "(direct)", "direct"],
  ])("source %s, campaign %j, last touch %j: %s, %s", (source, campaign, last, visitSource, channel) => {
    expect(attributeVisit({ source, utm: campaign, last })).toEqual({ source: visitSource, channel });
  });
});

describe("click IDs", () => {
  const hosts = { google: "www.google.com", none: "" };
  const visitOf = (query: string, referrerHost: string) => {
    const parameters = new URLSearchParams(query);
    const read = (name: string) => parameters.get(`utm_${name}`) ?? "";
    const utm = { source: read("source"), medium: read("medium"), campaign: read("campaign") };
    const click = paidClickIn(parameters);
    const source = sourceOf({ utm, referrerHost, siteHosts, click });
    return attributeVisit({
      source,
      utm,
      click,
      last: { source: "google", medium: "organic", campaign: "none" },
    });
  };

  it.each([
    ["gclid=EAIaIQ", hosts.google, "Google", "paid-search"],
    ["gclid=EAIaIQ&utm_campaign=brand", hosts.google, "Google", "paid-search"],
    ["gclid=EAIaIQ&utm_source=google&utm_medium=cpc", hosts.google, "Google", "paid-search"],
    ["gclid=EAIaIQ&utm_source=google", hosts.google, "Google", "paid-search"],
    ["gclid=EAIaIQ&utm_source=google&utm_medium=organic", hosts.google, "Google", "paid-search"],
    ["gclid=EAIaIQ&utm_source=june&utm_medium=email", "", "june", "email"],
    ["gclid=EAIaIQ", hosts.none, "Google", "paid-search"],
    ["gclid=EAIaIQ", "news.example", "Google", "paid-search"],
    ["gclid=EAIaIQ", "www.youtube.com", "YouTube", "paid-video"],
    ["gbraid=0AAAAA", "", "Google", "paid-search"],
    ["wbraid=Cj8K", "", "Google", "paid-search"],
    ["gad_source=1&gad_campaignid=7", hosts.google, "Google", "paid-search"],
    ["dclid=CKu", "news.example", "Google", "display"],
    ["msclkid=ab", "www.bing.com", "Bing", "paid-search"],
    ["msclkid=ab", "duckduckgo.com", "DuckDuckGo", "paid-search"],
    ["msclkid=ab", "", "Bing", "paid-search"],
    ["yclid=1", "yandex.ru", "Yandex", "paid-search"],
    ["yclid=1", "search.yahoo.co.jp", "Yahoo", "paid-search"],
    ["ttclid=E.C.P", "www.tiktok.com", "TikTok", "paid-video"],
    ["twclid=2-4", "t.co", "X", "paid-social"],
    ["twclid=2-4", "", "X", "paid-social"],
    ["li_fat_id=6b", "www.linkedin.com", "LinkedIn", "paid-social"],
    ["rdt_cid=51", "", "Reddit", "paid-social"],
    ["ScCid=8a", "", "Snapchat", "paid-social"],
    ["epik=dj0y", "www.pinterest.de", "Pinterest", "paid-social"],
    ["qclid=x", "www.quora.com", "Quora", "paid-social"],
    ["gclid=", hosts.google, "Google", "organic-search"],
    ["fbclid=IwAR", "l.facebook.com", "Facebook", "organic-social"],
    ["fbclid=IwAR", "", "(direct)", "direct"],
    ["igshid=x", "www.instagram.com", "Instagram", "organic-social"],
    ["ysclid=l", "yandex.ru", "Yandex", "organic-search"],
    ["srsltid=A", hosts.google, "Google", "organic-search"],
    ["gclsrc=aw.ds", hosts.google, "Google", "organic-search"],
    // A page within the visit that kept the query.
    ["gclid=EAIaIQ", "trellis.example", "Google", "organic-search"],
  ])("%s from %j: %s, %s", (query, referrer, source, channel) => {
    expect(visitOf(query, referrer)).toEqual({ source, channel });
  });
});

it("knows the name of every search engine", () => {
  const hosts = Object.keys(SEARCH_NAMES).flatMap((engine) =>
    [".com", ".org", ".net", ".cz", ".ru", ""].map((end) => `${engine}${end}`),
  );
  const engines = [...hosts, "search.brave.com", "go.mail.ru"]
    .map(searchEngineOf)
    .filter((engine) => engine !== undefined);
  expect([...new Set(engines)].sort()).toEqual(Object.keys(SEARCH_NAMES).sort());
});
