import { searchEngineOf } from "./attribution.ts";
import { PUBLIC_SITES } from "./publicSites.ts";

/** Type of a known site. Sites of the type `ads` deliver the ads of others. */
export type SiteKind = "ads" | "assistant" | "email" | "search" | "shopping" | "social" | "video";

/**
 * Known sites: common names, with domains (which include their subdomains) and Android packages. Search engines are in attribution.ts, because the browser
 * needs them; more of them, social networks and assistants are in publicSites.ts. Words in capitals are other values of `utm_source` for a site.
 */
const SITES: Record<SiteKind, Record<string, string>> = {
  ads: {
    "Amazon Ads": "amazon-adsystem.com",
    "Google Ads": "doubleclick.net googlesyndication.com googleadservices.com",
    Criteo: "criteo.com criteo.net",
    Outbrain: "outbrain.com",
    Taboola: "taboola.com",
  },
  assistant: {
    "AI Studio": "aistudio.google.com",
    "Character.ai": "character.ai",
    ChatGPT: "chatgpt.com chat.openai.com com.openai.chatgpt OPENAI",
    Claude: "claude.ai com.anthropic.claude",
    Copilot: "copilot.microsoft.com copilot.com com.microsoft.copilot",
    DeepSeek: "deepseek.com com.deepseek.chat",
    Doubao: "doubao.com",
    "Duck.ai": "duck.ai",
    Gemini: "gemini.google.com bard.google.com com.google.android.apps.bard",
    Genspark: "genspark.ai",
    Grok: "grok.com x.ai ai.x.grok",
    Kimi: "kimi.com kimi.moonshot.cn",
    "Le Chat": "chat.mistral.ai MISTRAL",
    Lumo: "lumo.proton.me",
    Manus: "manus.im",
    "Meta AI": "meta.ai",
    NotebookLM: "notebooklm.google.com notebooklm.google",
    Perplexity: "perplexity.ai ai.perplexity.app.android",
    Phind: "phind.com",
    Pi: "pi.ai",
    Poe: "poe.com",
    Qwen: "qwen.ai qwenlm.ai tongyi.aliyun.com",
    "You.com": "you.com",
  },
  email: {
    "AOL Mail": "mail.aol.com",
    "Daum Mail": "mail.daum.net",
    Fastmail: "fastmail.com",
    "Free Mail": "webmail.free.fr zimbra.free.fr imp.free.fr",
    Gmail: "mail.google.com com.google.android.gm",
    GMX: "gmx.net gmx.de gmx.com gmx.at gmx.ch gmx.fr gmx.es gmx.co.uk deref-gmx.net deref-gmx.com deref-gmx.fr deref-gmx.es com.gmx.mobile.android.mail",
    "iCloud Mail": "mail.icloud.com",
    "IONOS Mail":
      "mail.ionos.com mail.ionos.de mail.ionos.fr mail.ionos.es mail.ionos.it mail.ionos.co.uk email.ionos.com email.ionos.de email.ionos.fr email.ionos.es email.ionos.it email.ionos.co.uk mail.1und1.de mail.1and1.com mailbusiness.ionos.com mailbusiness.ionos.de",
    "La Poste Mail": "webmail.laposte.net www.laposte.net",
    "Libero Mail": "mail.libero.it webmail.libero.it",
    "Mail.com": "mail.com deref-mail.com",
    "Mail.ru Mail": "e.mail.ru",
    "mailbox.org": "office.mailbox.org app.mailbox.org",
    "NetEase Mail": "mail.163.com mail.126.com mail.yeah.net",
    "Naver Mail": "mail.naver.com",
    "Onet Poczta": "poczta.onet.pl",
    "Orange Mail": "messagerie.orange.fr mail.orange.fr mail01.orange.fr mail02.orange.fr webmail.orange.fr",
    Outlook: "outlook.live.com outlook.office.com outlook.office365.com com.microsoft.office.outlook",
    "Proton Mail": "mail.proton.me",
    Posteo: "posteo.de",
    "QQ Mail": "mail.qq.com",
    Rediffmail: "mail.rediff.com rediffmail.com",
    "Seznam Email": "email.seznam.cz",
    "SFR Mail": "messagerie.sfr.fr webmail.sfr.fr",
    "T-Online Mail": "email.t-online.de",
    "WEB.DE Mail": "web.de deref-web.de deref-web-02.de de.web.mobile.android.mail",
    "WP Poczta": "poczta.wp.pl poczta.o2.pl",
    "Yahoo Mail": "mail.yahoo.com mail.yahoo.co.jp com.yahoo.mobile.client.android.mail",
    "Yandex Mail": "mail.yandex.ru mail.yandex.com mail.yandex.by mail.yandex.kz mail.yandex.com.tr",
    "Zoho Mail": "mail.zoho.com",
  },
  search: {
    DuckDuckGo:
      "html.duckduckgo.com lite.duckduckgo.com safe.duckduckgo.com noai.duckduckgo.com start.duckduckgo.com",
    Startpage: "startpage.com",
  },
  shopping: {
    AliExpress: "aliexpress.com",
    Alibaba: "alibaba.com",
    Amazon:
      "amazon.com amazon.ca amazon.co.jp amazon.co.uk amazon.com.au amazon.com.br amazon.com.mx amazon.de amazon.es amazon.fr amazon.in amazon.it",
    eBay: "ebay.com ebay.co.uk ebay.com.au ebay.de ebay.fr ebay.it",
    Etsy: "etsy.com",
    "Mercado Libre": "mercadolibre.com mercadolibre.com.ar mercadolibre.com.mx mercadolivre.com.br",
    Rakuten: "rakuten.com rakuten.co.jp",
    Shopify: "shopify.com shop.app",
    Walmart: "walmart.com",
  },
  social: {
    Bluesky: "bsky.app",
    Discord: "discord.com discordapp.com discord.gg com.discord",
    Facebook: "facebook.com fb.com fb.me messenger.com com.facebook.katana FB META",
    Flickr: "flickr.com flic.kr",
    GitHub: "github.com com.github.android",
    "Hacker News": "news.ycombinator.com HN",
    Instagram: "instagram.com com.instagram.android IG",
    LINE: "line.me jp.naver.line.android",
    LinkedIn: "linkedin.com lnkd.in com.linkedin.android",
    Mastodon:
      "mastodon.social mastodon.online mastodon.world mstdn.social mstdn.jp mas.to fosstodon.org hachyderm.io infosec.exchange techhub.social chaos.social org.joinmastodon.android",
    Nextdoor: "nextdoor.com",
    "OK.ru": "ok.ru odnoklassniki.ru ru.ok.android",
    Pinterest: "pinterest.com pinterest.co.uk pinterest.de pinterest.fr pinterest.es pin.it com.pinterest",
    "Product Hunt": "producthunt.com PH",
    Quora: "quora.com com.quora.android",
    Reddit: "reddit.com redd.it com.reddit.frontpage",
    Slack: "slack.com com.slack",
    Snapchat: "snapchat.com com.snapchat.android",
    "Stack Overflow": "stackoverflow.com",
    Telegram: "t.me telegram.me telegram.org org.telegram.messenger",
    Threads: "threads.net threads.com com.instagram.barcelona",
    Tumblr: "tumblr.com com.tumblr",
    VK: "vk.com vk.ru com.vkontakte.android VKONTAKTE",
    WeChat: "weixin.qq.com wechat.com com.tencent.mm",
    Weibo: "weibo.com weibo.cn",
    WhatsApp: "whatsapp.com wa.me com.whatsapp",
    X: "x.com t.co twitter.com com.twitter.android TWITTER",
    XING: "xing.com",
    Zhihu: "zhihu.com",
  },
  video: {
    Bilibili: "bilibili.com b23.tv",
    Dailymotion: "dailymotion.com dai.ly",
    TikTok: "tiktok.com com.zhiliaoapp.musically",
    Twitch: "twitch.tv",
    Vimeo: "vimeo.com",
    YouTube: "youtube.com youtu.be com.google.android.youtube YT",
  },
};

/** Names of the search engines that {@link searchEngineOf} returns. */
export const SEARCH_NAMES: Readonly<Record<string, string>> = {
  ask: "Ask",
  baidu: "Baidu",
  bing: "Bing",
  brave: "Brave",
  daum: "Daum",
  duckduckgo: "DuckDuckGo",
  ecosia: "Ecosia",
  google: "Google",
  kagi: "Kagi",
  "mail.ru": "Mail.ru",
  metager: "MetaGer",
  mojeek: "Mojeek",
  naver: "Naver",
  qwant: "Qwant",
  rambler: "Rambler",
  seznam: "Seznam",
  sogou: "Sogou",
  startpage: "Startpage",
  swisscows: "Swisscows",
  ya: "Yandex",
  yahoo: "Yahoo",
  yandex: "Yandex",
};

interface Site {
  name: string;
  kind: SiteKind;
}

interface Index {
  /** Domains, with their subdomains, and Android packages. */
  byDomain: Map<string, Site>;
  /** Exact hosts of search engines: on others of their domain, they have other services. `{}` is a country's code. */
  bySearchHost: Map<string, Site>;
  /** Sites by their lowercase name in campaigns. */
  byWord: Map<string, Site>;
  /**
   * Sites by their name on screens. Names of the public lists are not matched in campaigns, because too many are ambiguous ("Orange",
   * "Free").
   */
  byName: Map<string, Site>;
}

let index: Index | null = null;

function createIndex(): Index {
  const built: Index = { byDomain: new Map(), bySearchHost: new Map(), byWord: new Map(), byName: new Map() };
  const { byDomain, bySearchHost, byWord, byName } = built;
  for (const [engine, name] of Object.entries(SEARCH_NAMES)) byWord.set(engine, { name, kind: "search" });
  for (const [kind, sites] of Object.entries(SITES) as [SiteKind, Record<string, string>][])
    for (const [name, words] of Object.entries(sites))
      for (const word of [name, ...words.split(" ")]) {
        const isHost = word.includes(".") && word !== name;
        (isHost ? byDomain : byWord).set(word.toLowerCase(), { name, kind });
      }
  for (const [kind, sites] of Object.entries(PUBLIC_SITES) as [SiteKind, Record<string, string>][])
    for (const [name, hosts] of Object.entries(sites)) {
      const site = byWord.get(name.toLowerCase()) ?? { name, kind };
      byName.set(name, site);
      const byHost = kind === "search" ? bySearchHost : byDomain;
      for (const host of hosts.split(" ")) if (!byHost.has(host)) byHost.set(host, site);
    }
  return built;
}

const COUNTRY_END = /\.(?:(?:com|org|net|co|it|edu)\.)?[a-z]{2}$/;
const COUNTRY_START = /^[a-z]{2}\./;
const WEBMAIL = /^webmail\d*\./;

/** The known site at a host, or with the Android package of that name. @param host in lower case, without port. */
export function siteAt(host: string): Site | null {
  index ??= createIndex();
  const { byDomain, bySearchHost, byWord } = index;
  const bare = host.replace(/^(?:www|m)\./, "");
  const anyCountry = bare.replace(COUNTRY_END, ".{}");
  for (const form of [
    bare,
    anyCountry,
    bare.replace(COUNTRY_START, "{}."),
    anyCountry.replace(COUNTRY_START, "{}."),
  ]) {
    const search = bySearchHost.get(form);
    if (search) return search;
  }
  const labels = host.split(".");
  for (let from = 0; from < labels.length - 1; from += 1) {
    const site = byDomain.get(labels.slice(from).join("."));
    if (site) return site;
  }
  const engine = searchEngineOf(host);
  if (engine !== undefined) return byWord.get(engine) ?? null;
  return WEBMAIL.test(host) ? { name: host, kind: "email" } : null;
}

/** The known site that a `utm_source` or the name of a source stands for ("google", "facebook.com", "FB"). */
export function siteNamed(source: string): Site | null {
  if (source.startsWith("(")) return null;
  index ??= createIndex();
  const word = source.trim().toLowerCase();
  return index.byWord.get(word) ?? index.byName.get(source) ?? siteAt(word);
}

/** Type of the source's site; null for campaigns, unknown sites and direct visits. @param source as `sourceOf` returns it. */
export function siteKindOf(source: string): SiteKind | null {
  return siteNamed(source)?.kind ?? null;
}
