import { isIP } from "node:net";
import QuickLRU from "quick-lru";

/** In any spelling that the address bar reads as `email`. */
const EMAIL_PARAMETER = /([?&#;](?:e|%[46]5)(?:m|%[46]d)(?:a|%[46]1)(?:i|%[46]9)(?:l|%[46]c)=)[^&#;"\\\s]*/gi;

const REDACTED = "REDACTED";
/** An IPv6 address with an embedded IPv4 address, such as `0000:…:ffff:255.255.255.255`. */
const MAX_ADDRESS_LENGTH = 45;
/** Most texts are told apart by their first characters, which is cheaper. */
const ADDRESS_START = /^\s{0,3}[\da-f]{0,4}[.:]/i;
const MAX_NAME_LENGTH = 64;

/** Names in lower case and without separators: what clients, proxies and frameworks call a visitor's address. */
const ADDRESS_NAMES = new Set([
  ...["ip", "ips", "ipv4", "ipv6", "ipaddr", "ipaddress", "ipaddresses", "ipv4address", "ipv6address"],
  ...["clientip", "clientips", "clientaddr", "clientipaddress", "remoteip", "remoteaddr", "remoteaddress"],
  ...[
    "remoteipaddress",
    "userip",
    "useripaddress",
    "visitorip",
    "customerip",
    "memberip",
    "peerip",
    "hostip",
  ],
  ...["sourceip", "srcip", "originip", "publicip", "externalip", "localip", "deviceip", "realip", "lastip"],
  ...["loginip", "signinip", "signupip", "forwardedfor", "xforwardedfor", "xoriginalforwardedfor"],
  ...["xforwarded", "xrealip", "xclientip", "xremoteip", "xremoteaddr", "xclusterclientip", "trueclientip"],
  ...["cfconnectingip", "connectingip", "fastlyclientip", "fastlytemporaryip", "appengineuserip"],
  ...["httpclientip", "httpforwardedfor", "httpxforwardedfor", "httpxrealip", "forwardedforip"],
]);
const IP_WORDS = new Set(["ip", "ips", "ipv4", "ipv6", "ipaddr", "ipaddress"]);
const WORDS_AFTER_IP = new Set(["address", "addresses", "addr", "v4", "v6"]);
/** `131.0.0.0` is a browser's version as well as an address. */
const VERSION_NAME = /version|release|build/i;

interface NameFacts {
  isAddress: boolean;
  isVersion: boolean;
}

/** Few names make most of the traffic. */
const known = new QuickLRU<string, NameFacts>({ maxSize: 2000 });

/**
 * A JSON value without network addresses: members that are named as one are left out, and texts that are nothing but one
 * become `REDACTED`, unless they are named as a version. An address within a longer text stays. Looks at each part once,
 * changes nothing in place, and returns the same value where it holds no address.
 * @param value of bounded depth.
 */
export function stripAddresses<T>(value: T): T {
  return strip(value, "") as T;
}

/** Whether a text is a network address and nothing else. */
export function isAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_LENGTH && ADDRESS_START.test(text) && isIP(text.trim()) !== 0;
}

function strip(value: unknown, name: string): unknown {
  if (typeof value === "string") return isAddress(value) && !factsOf(name).isVersion ? REDACTED : value;
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? stripItems(value, name) : stripMembers(value as Record<string, unknown>);
}

function stripItems(items: unknown[], name: string): unknown[] {
  const stripped = items.map((item) => strip(item, name));
  return stripped.some((item, index) => item !== items[index]) ? stripped : items;
}

function stripMembers(bag: Record<string, unknown>): Record<string, unknown> {
  let isChanged = false;
  const kept: [string, unknown][] = [];
  for (const name of Object.keys(bag)) {
    if (factsOf(name).isAddress) isChanged = true;
    else {
      const value = strip(bag[name], name);
      isChanged ||= value !== bag[name];
      kept.push([name, value]);
    }
  }
  return isChanged ? Object.fromEntries(kept) : bag;
}

const NO_ADDRESS: NameFacts = { isAddress: false, isVersion: false };

function factsOf(name: string): NameFacts {
  if (name === "" || name.length > MAX_NAME_LENGTH) return NO_ADDRESS;
  const before = known.get(name);
  if (before) return before;
  const facts = { isAddress: isAddressName(name), isVersion: VERSION_NAME.test(name) };
  known.set(name, facts);
  return facts;
}

function isAddressName(name: string): boolean {
  const bare = name.toLowerCase().replaceAll(/[^a-z\d]/g, "");
  return ADDRESS_NAMES.has(bare) || endsWithIp(name) || isAddress(name);
}

/** `lastLoginIp`, `SIGNUP_IP`, `billingIpAddress`: the word alone, and not as a part of `membership` or `shipAddress`. */
function endsWithIp(name: string): boolean {
  const spaced = name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2");
  const words = spaced.toLowerCase().split(/[^a-z\d]+/);
  const last = words.findLast((word) => !WORDS_AFTER_IP.has(word));
  return last !== undefined && IP_WORDS.has(last);
}

/**
 * Replaces the value of every `email` query parameter within the texts of some JSON by REDACTED (specification, section 5). For
 * what clients send that are not ours: it is done before anything is stored, and all else stays as it came.
 */
export function redactEmails(json: string): string {
  return json.replace(EMAIL_PARAMETER, "$1REDACTED");
}
