import { searchEngineOf } from "./attribution.ts";

/** Type of site that a visitor comes from. */
export type TrafficChannel = "search" | "social" | "assistant";

/** A referring site, with the name people know it by. */
export interface TrafficSource {
  name: string;
  channel: TrafficChannel;
}

/** Hosts by site. Each host includes its subdomains. They are checked before search engines, because Gemini is below google.com. */
const HOSTS: Record<"social" | "assistant", Record<string, readonly string[]>> = {
  assistant: {
    ChatGPT: ["chatgpt.com", "chat.openai.com"],
    Claude: ["claude.ai"],
    Copilot: ["copilot.microsoft.com"],
    DeepSeek: ["chat.deepseek.com"],
    Gemini: ["gemini.google.com", "bard.google.com"],
    Grok: ["grok.com", "x.ai"],
    "Meta AI": ["meta.ai"],
    "Le Chat": ["chat.mistral.ai"],
    Perplexity: ["perplexity.ai"],
    Poe: ["poe.com"],
    You: ["you.com"],
  },
  social: {
    Bluesky: ["bsky.app", "go.bsky.app"],
    Discord: ["discord.com"],
    Facebook: ["facebook.com", "fb.com", "fb.me", "messenger.com"],
    "Hacker News": ["news.ycombinator.com"],
    Instagram: ["instagram.com"],
    LinkedIn: ["linkedin.com", "lnkd.in"],
    Mastodon: ["mastodon.social", "mastodon.online"],
    Pinterest: ["pinterest.com", "pin.it"],
    Quora: ["quora.com"],
    Reddit: ["reddit.com", "redd.it"],
    Telegram: ["t.me", "web.telegram.org"],
    Threads: ["threads.net", "threads.com"],
    TikTok: ["tiktok.com"],
    VK: ["vk.com"],
    WhatsApp: ["whatsapp.com", "wa.me"],
    X: ["x.com", "t.co", "twitter.com"],
    XING: ["xing.com"],
    YouTube: ["youtube.com", "youtu.be"],
  },
};

/** Names of search engines that differ from their capitalized host. */
const SEARCH_NAMES: Readonly<Record<string, string>> = { duckduckgo: "DuckDuckGo" };

const BY_HOST = new Map<string, TrafficSource>(
  (["assistant", "social"] as const).flatMap((channel) =>
    Object.entries(HOSTS[channel]).flatMap(([name, hosts]) =>
      hosts.map((host) => [host, { name, channel }] as const),
    ),
  ),
);

/** Classifies a referring site by its host. @param host with or without port. @returns null for a site that is not listed. */
export function classifyReferrer(host: string): TrafficSource | null {
  const labels = host.toLowerCase().replace(/:\d+$/, "").split(".");
  for (let from = 0; from < labels.length - 1; from += 1) {
    const known = BY_HOST.get(labels.slice(from).join("."));
    if (known) return known;
  }
  const engine = searchEngineOf(labels.join("."));
  return engine ? { name: searchName(engine), channel: "search" } : null;
}

/** The channel of a source named by {@link classifyReferrer}; null for campaigns and other sites. */
export function channelOf(name: string): TrafficChannel | null {
  for (const channel of ["assistant", "social"] as const)
    if (Object.hasOwn(HOSTS[channel], name)) return channel;
  const engine = searchEngineOf(`${name.toLowerCase()}.com`);
  return engine && searchName(engine) === name ? "search" : null;
}

function searchName(engine: string): string {
  return SEARCH_NAMES[engine] ?? engine.charAt(0).toUpperCase() + engine.slice(1);
}
