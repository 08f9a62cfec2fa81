import { searchEngineOf } from "./attribution.ts";

/**
 * Channels of Google Analytics 4's default channel group (https://support.google.com/analytics/answer/9756891), with two changes: AI
 * assistants are a channel of their own, and visits from webmail count as email.
 */
export const CHANNEL_TITLES = {
  direct: "Direct",
  "cross-network": "Cross-network",
  "paid-shopping": "Paid shopping",
  "paid-search": "Paid search",
  "paid-social": "Paid social",
  "paid-video": "Paid video",
  display: "Display",
  "paid-other": "Paid other",
  "organic-shopping": "Organic shopping",
  "organic-social": "Organic social",
  "organic-video": "Organic video",
  "organic-search": "Organic search",
  assistant: "Assistant",
  referral: "Referral",
  email: "Email",
  affiliates: "Affiliates",
  audio: "Audio",
  sms: "SMS",
  "mobile-push": "Mobile push",
  unassigned: "Unassigned",
} as const;
export type Channel = keyof typeof CHANNEL_TITLES;

/** Type of a known site. */
type SiteKind = "assistant" | "email" | "search" | "shopping" | "social" | "video";

/**
 * Known sites: names as people know them, with domains (which include their subdomains) and Android packages. Search engines are in
 * attribution.ts, because the browser needs them. Words in capitals are other values of `utm_source` for a site.
 */
const SITES: Record<Exclude<SiteKind, "search">, Record<string, string>> = {
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
    Fastmail: "fastmail.com",
    Gmail: "mail.google.com com.google.android.gm",
    GMX: "gmx.net gmx.de gmx.com",
    "Mail.ru Mail": "e.mail.ru",
    Outlook: "outlook.live.com outlook.office.com outlook.office365.com com.microsoft.office.outlook",
    "Proton Mail": "mail.proton.me",
    "Yahoo Mail": "mail.yahoo.com mail.yahoo.co.jp com.yahoo.mobile.client.android.mail",
    "Yandex Mail": "mail.yandex.ru mail.yandex.com",
    "Zoho Mail": "mail.zoho.com",
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

const BY_HOST = new Map<string, Site>();
/** By what campaigns and screens call a site, in lower case. */
const BY_WORD = new Map<string, Site>();
for (const [engine, name] of Object.entries(SEARCH_NAMES)) BY_WORD.set(engine, { name, kind: "search" });
for (const [kind, sites] of Object.entries(SITES) as [Exclude<SiteKind, "search">, Record<string, string>][])
  for (const [name, words] of Object.entries(sites))
    for (const word of [name, ...words.split(" ")]) {
      const isHost = word.includes(".") && word !== name;
      (isHost ? BY_HOST : BY_WORD).set(word.toLowerCase(), { name, kind });
    }

/** The known site at a host, or with the Android package of that name. */
function siteAt(host: string): Site | null {
  const labels = host.split(".");
  for (let from = 0; from < labels.length - 1; from += 1) {
    const known = BY_HOST.get(labels.slice(from).join("."));
    if (known) return known;
  }
  const engine = searchEngineOf(host);
  return engine === undefined ? null : (BY_WORD.get(engine) ?? null);
}

/** The known site that a `utm_source` or the name of a source stands for ("google", "facebook.com", "FB"). */
function siteNamed(source: string): Site | null {
  const word = source.trim().toLowerCase();
  return BY_WORD.get(word) ?? siteAt(word);
}

/** Type of the site that a source is; null for campaigns, unknown sites and direct visits. @param source as {@link sourceOf} returns it. */
export function siteKindOf(source: string): SiteKind | null {
  return siteNamed(source)?.kind ?? null;
}

/** How a visitor came to a page: the campaign parameters of its URL, and the referring page. */
export interface Visit {
  /** Campaign parameters; empty or `none` if missing. */
  utm: { source: string; medium: string; campaign: string };
  /** Host of the referring page, with or without port, or an Android package; empty without a referrer. */
  referrerHost: string;
  siteHosts: readonly string[];
}

/** Source of visits without campaign and referrer, and of page views within a visit. */
const DIRECT = "(direct)";
const INTERNAL = "(internal)";

/**
 * The source of a page view, under one name for a campaign and a referrer: the known name of a site, another campaign's `utm_source`, another
 * referring host without "www.", "(direct)" or "(internal)".
 */
export function sourceOf({ utm, referrerHost, siteHosts }: Visit): string {
  const campaign = readValue(utm.source);
  if (campaign) return siteNamed(campaign)?.name ?? campaign;
  if (!referrerHost) return DIRECT;
  if (siteHosts.includes(referrerHost)) return INTERNAL;
  const host = referrerHost.toLowerCase().replace(/:\d+$/, "");
  return siteAt(host)?.name ?? host.replace(/^www\./, "");
}

const PAID = /cp|^ppc$|^retargeting$|^paid/;
const SHOPPING_CAMPAIGN = /(?:[^a-df-z]|^)shop|shopping/;
const SOCIAL_MEDIA = /^(?:social|social[- ](?:network|media)|sm)$/;
const EMAIL = /^e[-_ ]?mail$/;
const DISPLAY = /^(?:display|banner|expandable|interstitial|cpm)$/;
const PUSH = /push$|mobile|notification/;

interface Classified {
  /** As {@link sourceOf} or a `utm_source` cookie has it. */
  source: string;
  medium?: string;
  campaign?: string;
}

/**
 * The channel of a visit by its source, medium and campaign, in the order of Google Analytics' rules. Without a medium, a source that is not a
 * known site is a referral if it is a host, and unassigned otherwise.
 */
export function channelOf({ source, medium: givenMedium = "", campaign = "" }: Classified): Channel {
  const medium = readValue(givenMedium).toLowerCase();
  const word = source.trim().toLowerCase();
  const kind = siteKindOf(source);
  const isShopping = kind === "shopping" || SHOPPING_CAMPAIGN.test(campaign.toLowerCase());
  if (
    ["(direct)", "(none)", "none", ""].includes(word) &&
    ["(none)", "(not set)", "(direct)", ""].includes(medium)
  )
    return "direct";
  if (campaign.toLowerCase().includes("cross-network")) return "cross-network";
  if (PAID.test(medium)) {
    if (isShopping) return "paid-shopping";
    if (kind === "search") return "paid-search";
    if (kind === "social") return "paid-social";
    if (kind === "video") return "paid-video";
    return DISPLAY.test(medium) ? "display" : "paid-other";
  }
  if (DISPLAY.test(medium)) return "display";
  if (isShopping) return "organic-shopping";
  if (kind === "social" || SOCIAL_MEDIA.test(medium)) return "organic-social";
  if (kind === "video" || medium.includes("video")) return "organic-video";
  if (kind === "search" || medium === "organic") return "organic-search";
  if (kind === "assistant") return "assistant";
  if (kind === "email" || EMAIL.test(word) || EMAIL.test(medium)) return "email";
  if (/^(?:referral|app|link)$/.test(medium)) return "referral";
  if (/^affiliates?$/.test(medium)) return "affiliates";
  if (medium === "audio") return "audio";
  if (word === "sms" || medium === "sms") return "sms";
  if (PUSH.test(medium) || word === "firebase") return "mobile-push";
  return medium === "" && word.includes(".") ? "referral" : "unassigned";
}

interface EventSources {
  /** Of the event itself, as {@link sourceOf} returns it. */
  source: string;
  utm: Visit["utm"];
  /** The visitor's last touch, as the `utm_` cookies have it; empty if the sender has none. */
  last: Visit["utm"];
}

/**
 * Source and channel of the visit that an event belongs to: the event's own, or the last touch if the event's source is the site itself. Without a
 * touch, the visit counts as direct.
 */
export function attributeVisit({ source, utm, last }: EventSources): { source: string; channel: Channel } {
  const isWithin = source === INTERNAL;
  const touched = readValue(last.source);
  const lastSource = touched === "(none)" ? DIRECT : sourceOf({ utm: last, referrerHost: "", siteHosts: [] });
  const { medium, campaign } = isWithin ? last : utm;
  const visitSource = isWithin ? lastSource : source;
  return { source: visitSource, channel: channelOf({ source: visitSource, medium, campaign }) };
}

/** A campaign parameter; cookies write `none` for a missing one. */
function readValue(text: string): string {
  const value = text.trim();
  return value === "none" ? "" : value;
}
