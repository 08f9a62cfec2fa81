import { readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { resolve } from "node:path";
import {
  ENVIRONMENTS,
  type Environment as FlagEnvironment,
  isEmailAddress,
  type Milliseconds,
  ONE_SECOND,
  parameterKey,
} from "@marquee/contract";

/* Parsers of variables' values. Each throws an error with the expected format. */

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export function parsePort(value: string): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error("use a whole number from 0 to 65535.");
  return port;
}

/** @param publicPort port for visitors. @returns null for an empty value. */
export function parseMetricsPort(publicPort: number): (value: string) => number | null {
  return (value) => {
    if (value === "") return null;
    const port = parsePort(value);
    if (port === publicPort && port !== 0) throw new Error("must differ from PORT, which is public.");
    return port;
  };
}

/** @returns an absolute path; null for an empty value. */
export function parseFolder(value: string): string | null {
  if (value === "") return null;
  const folder = resolve(value);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`there is no folder ${folder}.`);
  return folder;
}

/** Browsers reject a cookie for a domain that is neither the page's host nor a parent of it. */
export function parseCookieDomain(publicUrl: string): (value: string) => string | null {
  return (value) => {
    if (value === "" || publicUrl === "") return value || null;
    const domain = value.toLowerCase().replace(/^\./, "");
    const { hostname } = new URL(publicUrl);
    const isAround = hostname === domain || hostname.endsWith(`.${domain}`);
    // A site at an IP address, as in a test, may measure the hosts of a domain.
    if (domain.includes(".") && (isAround || isIP(hostname) !== 0)) return domain;
    throw new Error(
      `use the host of PUBLIC_URL (${hostname}) or a domain that it is part of, or leave it empty. Browsers reject cookies for any other domain.`,
    );
  };
}

const CERTIFICATE = "-----BEGIN CERTIFICATE-----";

/** @returns PEM; null for an empty value. */
export function readCertificates(path: string): string | null {
  if (path === "") return null;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`the file can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  if (text.includes(CERTIFICATE)) return text;
  throw new Error(`use a PEM file, which has ${CERTIFICATE}.`);
}

/** The client reads the file, and also verifies the server's name unless the URL says otherwise. */
export function withCertificates(databaseUrl: string | null, caFile: string | null): string | null {
  if (databaseUrl === null || caFile === null || !URL.canParse(databaseUrl)) return databaseUrl;
  const url = new URL(databaseUrl);
  if (!url.searchParams.has("sslmode")) url.searchParams.set("sslmode", "verify-full");
  url.searchParams.set("sslrootcert", resolve(caFile));
  return url.href;
}

/** @returns days; null for 0, which keeps everything. */
export function parseRetention(value: string): number | null {
  const days = Number(value);
  if (!Number.isInteger(days) || days < 0 || days > 36_500)
    throw new Error("use a whole number of days, or 0 to keep everything.");
  return days || null;
}

/** @param value megabytes, at least 50, because less could not hold an original and its renditions. @returns bytes. */
export function parseCacheSize(value: string): number {
  const size = Number(value);
  if (!Number.isInteger(size) || size < 50) throw new Error("use a whole number of megabytes, at least 50.");
  return size * 1_000_000;
}

/** @param value seconds. */
export function parseDelay(value: string): Milliseconds {
  const delay = Number(value);
  if (!(delay >= 0 && delay <= 300)) throw new Error("use a number of seconds from 0 to 300.");
  return delay * ONE_SECOND;
}

/** @returns Infinity for 0, which means no budget. */
export function parseBudget(value: string): number {
  const budget = Number(value);
  if (!Number.isSafeInteger(budget) || budget < 0) throw new Error("use a whole number, or 0 for no budget.");
  return budget || Number.POSITIVE_INFINITY;
}

/** @returns bytes; Infinity for 0, which means no budget. */
export function parseMegabytes(value: string): number {
  return parseBudget(value) * 1_000_000;
}

export function parseOrigin(value: string): string {
  if (!URL.canParse(value)) throw new Error("use a URL such as https://www.example.com.");
  const url = new URL(value);
  if (!/^https?:$/.test(url.protocol) || url.pathname !== "/" || url.search || url.hash) {
    throw new Error("use an http or https origin without a path, such as https://www.example.com.");
  }
  return url.origin;
}

/**
 * Cookies ignore ports, so only a different host name keeps the console's cookies from the site. @returns the site's own origin for an empty value.
 */
export function parseConsoleUrl(publicUrl: string): (value: string) => string {
  return (value) => {
    if (value === "") return publicUrl;
    const origin = parseOrigin(value);
    if (publicUrl === "") return origin;
    if (new URL(origin).hostname === new URL(publicUrl).hostname)
      throw new Error(
        "use another host than PUBLIC_URL, such as https://console.example.com, or leave it empty to serve the console on the site's host.",
      );
    if (publicUrl.startsWith("https:") && !origin.startsWith("https:"))
      throw new Error("use https, as in PUBLIC_URL.");
    return origin;
  };
}

export function parseOrigins(value: string): string[] {
  return splitList(value).map(parseOrigin);
}

/** A demo of Navattic or Storylane, as loaded by its frame. */
export function parseDemoUrl(value: string): string | null {
  if (value === "") return null;
  if (!URL.canParse(value) || new URL(value).protocol !== "https:")
    throw new Error("use the https URL of the demo, such as https://capture.navattic.com/abc123.");
  return value;
}

export function splitList(value: string): string[] {
  return value
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}

export function parseHosts(value: string): string[] {
  return splitList(value.toLowerCase()).map((host) => {
    if (!URL.canParse(`https://${host}`) || new URL(`https://${host}`).host !== host)
      throw new Error("use host names without protocol or path, such as images.example.com.");
    return host;
  });
}

/** Email addresses and URLs, as URIs (RFC 9116, section 2.5.3). */
export function parseContacts(value: string): string[] {
  return splitList(value).map((contact) => {
    const address = contact.replace(/^mailto:/i, "");
    if (isEmailAddress(address)) return `mailto:${address}`;
    const url = URL.canParse(contact) ? new URL(contact) : null;
    if (url?.protocol !== "https:")
      throw new Error("use email addresses or https URLs, such as security@example.com.");
    return url.href;
  });
}

/** Names of query parameters, in normalized form. */
export function parseParameters(value: string): string[] {
  return splitList(value).map((name) => {
    if (!/^[\w.-]{1,100}$/.test(name) || parameterKey(name) === "")
      throw new Error("use names of query parameters without their values, such as code,key.");
    return parameterKey(name);
  });
}

export function parseKey(value: string): string {
  if (!/^[\w-]{1,100}$/.test(value)) throw new Error("use 1 to 100 letters, digits, dashes or underscores.");
  return value;
}

export function parseOptionalKey(value: string): string | null {
  return value === "" ? null : parseKey(value);
}

/** @param value characters that a Bearer token may have (RFC 6750, section 2.1). @returns null for an empty value. */
export function parseApiKey(value: string): string | null {
  if (value === "") return null;
  if (!/^[\w.~+/-]+=*$/.test(value) || value.length < 16 || value.length > 200)
    throw new Error(
      "use 16 to 200 letters, digits, dashes or underscores. Create a key with: openssl rand -hex 32",
    );
  return value;
}

/** @param value 32 bytes as base64, base64url or hex. @returns base64url; null for an empty value. */
export function parseSecretsKey(value: string): string | null {
  if (value === "") return null;
  const encoding = /^[0-9a-f]{64}$/i.test(value) ? "hex" : "base64";
  const isText = encoding === "hex" || /^[\w+/-]{43}=?$/.test(value);
  const bytes = Buffer.from(value, encoding);
  if (!isText || bytes.byteLength !== 32)
    throw new Error("use 32 random bytes as base64 or hex. Create them with: openssl rand -base64 32");
  return bytes.toString("base64url");
}

export function parseSwitch(value: string): boolean {
  if (value !== "true" && value !== "false") throw new Error("use true or false.");
  return value === "true";
}

export function parseNetworks(value: string): string[] {
  return splitList(value).map((network) => {
    const [address = "", bits] = network.split("/");
    const most = isIP(address) === 6 ? 128 : 32;
    const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    if (!isIP(address) || !isRange) throw new Error("use IP addresses or ranges, such as 10.0.0.0/8.");
    return network;
  });
}

export function parseEnvironment(value: string): FlagEnvironment {
  const environment = ENVIRONMENTS.find((each) => each === value);
  if (!environment) throw new Error(`use one of ${ENVIRONMENTS.join(", ")}.`);
  return environment;
}

export function parseLogLevel(value: string): LogLevel {
  const level = LOG_LEVELS.find((each) => each === value);
  if (!level) throw new Error(`use one of ${LOG_LEVELS.join(", ")}.`);
  return level;
}
