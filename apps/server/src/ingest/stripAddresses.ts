import { isIP } from "node:net";
import { REDACTED } from "@marquee/contract";

/** An IPv6 address with an embedded IPv4 address, such as `0000:…:ffff:255.255.255.255`. */
const MAX_ADDRESS_LENGTH = 45;
/** A cheap check of the first characters rules out most texts. */
const ADDRESS_START = /^\s{0,3}[\da-f]{0,4}[.:]/i;
const MAX_NAME_LENGTH = 64;

/** Names that clients, proxies and frameworks use for a visitor's IP address, in lower case and without separators. */
const ADDRESS_NAMES = new Set([
  "ip",
  "ips",
  "ipv4",
  "ipv6",
  "ipaddr",
  "ipaddress",
  "ipaddresses",
  "ipv4address",
  "ipv6address",
  "clientip",
  "clientips",
  "clientaddr",
  "clientipaddress",
  "remoteip",
  "remoteaddr",
  "remoteaddress",
  "remoteipaddress",
  "userip",
  "useripaddress",
  "visitorip",
  "customerip",
  "memberip",
  "peerip",
  "hostip",
  "sourceip",
  "srcip",
  "originip",
  "publicip",
  "externalip",
  "localip",
  "deviceip",
  "realip",
  "lastip",
  "loginip",
  "signinip",
  "signupip",
  "forwardedfor",
  "xforwardedfor",
  "xoriginalforwardedfor",
  "xforwarded",
  "xrealip",
  "xclientip",
  "xremoteip",
  "xremoteaddr",
  "xclusterclientip",
  "trueclientip",
  "cfconnectingip",
  "connectingip",
  "fastlyclientip",
  "fastlytemporaryip",
  "appengineuserip",
  "httpclientip",
  "httpforwardedfor",
  "httpxforwardedfor",
  "httpxrealip",
  "forwardedforip",
]);
const IP_WORDS = new Set(["ip", "ips", "ipv4", "ipv6", "ipaddr", "ipaddress"]);
const WORDS_AFTER_IP = new Set(["address", "addresses", "addr", "v4", "v6"]);
/** Names of versions, because `131.0.0.0` can be a browser version or an IP address. */
const VERSION_NAME = /version|release|build/i;

/** Names of URLs and titles of pages, such as `actual_url`, `pathname`, `title`, and of the texts of errors. */
const LOCATION_NAME =
  /(?:ur[il]|href|path|pathname|search|hash|query|querystring|location|title|message|stack)$/;
const REFERRER_NAME = /refer?rer$/;

/** Facts about a property's value that follow from its name. */
interface NameFacts {
  /** Whether it is a visitor's IP address. */
  isAddress: boolean;
  isVersion: boolean;
  isLocation: boolean;
  isReferrer: boolean;
}

/** How the texts in a value are changed. */
export interface TextRule {
  redact(text: string, facts: NameFacts, beside: Readonly<Record<string, unknown>>): string;
  /** Rules for the values of some properties, by name, wherever they are. */
  within?: ReadonlyMap<string, TextRule>;
}

/** Most traffic has a few hundred names. A plain map, because it is read twenty times per event; it is cleared when full. */
const factsByName = new Map<string, NameFacts>();
const MAX_KNOWN = 2000;

type Beside = Readonly<Record<string, unknown>>;
const NOTHING: Beside = {};
const UNCHANGED: TextRule = { redact: (text) => text };

/**
 * A JSON value without IP addresses, and with its other texts changed by `rule`. Properties with an address name are removed; a string that is only an
 * address becomes `REDACTED`, unless its property is named like a version. An address inside a longer string is kept. Visits each part once, does not
 * modify the value, and returns the same reference if there is nothing to remove.
 * @param value its depth must already be limited.
 */
export function stripAddresses<T>(value: T, rule: TextRule = UNCHANGED): T {
  return strip(value, "", rule, NOTHING) as T;
}

/** Whether a text is an IP address, except for surrounding whitespace. */
export function isAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_LENGTH && ADDRESS_START.test(text) && isIP(text.trim()) !== 0;
}

function strip(value: unknown, name: string, rule: TextRule, beside: Beside): unknown {
  if (typeof value === "string") return stripText(value, factsOf(name), rule, beside);
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value)
    ? stripItems(value, name, rule)
    : stripMembers(value as Record<string, unknown>, rule);
}

function stripText(text: string, facts: NameFacts, rule: TextRule, beside: Beside): string {
  return isAddress(text) && !facts.isVersion ? REDACTED : rule.redact(text, facts, beside);
}

function stripItems(items: unknown[], name: string, rule: TextRule): unknown[] {
  const stripped = items.map((item) => strip(item, name, rule, NOTHING));
  return stripped.some((item, index) => item !== items[index]) ? stripped : items;
}

function stripMembers(bag: Record<string, unknown>, rule: TextRule): Record<string, unknown> {
  const names = Object.keys(bag);
  /** Created at the first change, which most events do not have. */
  let remaining: [string, unknown][] | null = null;
  for (const [index, name] of names.entries()) {
    const { isAddress } = factsOf(name);
    const value = isAddress ? undefined : strip(bag[name], name, rule.within?.get(name) ?? rule, bag);
    if (isAddress || value !== bag[name])
      remaining ??= names.slice(0, index).map((before) => [before, bag[before]]);
    if (!isAddress) remaining?.push([name, value]);
  }
  return remaining ? Object.fromEntries(remaining) : bag;
}

const NO_ADDRESS: NameFacts = { isAddress: false, isVersion: false, isLocation: false, isReferrer: false };

function factsOf(name: string): NameFacts {
  if (name === "" || name.length > MAX_NAME_LENGTH) return NO_ADDRESS;
  const before = factsByName.get(name);
  if (before) return before;
  const bare = bareName(name);
  const facts = {
    isAddress: isAddressName(name, bare),
    isVersion: VERSION_NAME.test(name),
    isLocation: LOCATION_NAME.test(bare),
    isReferrer: REFERRER_NAME.test(bare),
  };
  if (factsByName.size >= MAX_KNOWN) factsByName.clear();
  factsByName.set(name, facts);
  return facts;
}

function bareName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, "");
}

function isAddressName(name: string, bare: string): boolean {
  return ADDRESS_NAMES.has(bare) || endsWithIp(name) || isAddress(name);
}

/** Matches `lastLoginIp`, `SIGNUP_IP` and `billingIpAddress`, where "ip" is a separate word, but not `membership` or `shipAddress`. */
function endsWithIp(name: string): boolean {
  const spaced = name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2");
  const words = spaced.toLowerCase().split(/[^a-z\d]+/);
  const last = words.findLast((word) => !WORDS_AFTER_IP.has(word));
  return last !== undefined && IP_WORDS.has(last);
}
