import { resolve } from "node:path";
import type { Environment as FlagEnvironment, KnownCustomers, Milliseconds } from "@marquee/contract";
import { type ConsentConfig, readConsentConfig } from "./consentConfig.ts";
import { type ContentfulConfig, readContentfulConfig } from "./contentfulConfig.ts";
import { readOwner, readWebhook } from "./credentials.ts";
import { type GrowthbookConfig, readGrowthbookConfig } from "./growthbookConfig.ts";
import {
  type LogLevel,
  parseApiKey,
  parseBudget,
  parseCacheSize,
  parseConsoleUrl,
  parseContacts,
  parseCookieDomain,
  parseDelay,
  parseDemoUrl,
  parseEnvironment,
  parseFolder,
  parseHosts,
  parseKey,
  parseLogLevel,
  parseMegabytes,
  parseMetricsPort,
  parseNetworks,
  parseOptionalKey,
  parseOrigin,
  parseOrigins,
  parseParameters,
  parsePort,
  parseRetention,
  parseSecretsKey,
  parseSwitch,
  readCertificates,
  splitList,
  withCertificates,
} from "./parseValues.ts";
import {
  type ConfirmedRecords,
  checkReceiptRetention,
  NOTHING_CONFIRMED,
  parseConfirmed,
  RECORD_VARIABLES,
  type RecordRetention,
} from "./recordRetention.ts";

/** The server's configuration, read from the environment and validated once at start. `.env.example` describes each variable. */
export interface Config {
  port: number;
  host: string;
  /** Address for Prometheus to read metrics; null for none. */
  metrics: { port: number; host: string } | null;
  /** Absolute path of the folder of the embedded stores. */
  dataDir: string;
  /** Absolute path of the folder with the site's content; null for the project's own `content` folder. */
  contentDir: string | null;
  /** Public origin of the site, without a trailing slash. */
  publicUrl: string;
  /** Origin of the console, without a trailing slash: that of the site, unless it has its own host. */
  consoleUrl: string;
  cookieDomain: string | null;
  writeKey: string;
  /** Public key with which browsers request flags. */
  clientKey: string;
  /** Whether requests with the client key get the rules of flags. */
  areFlagRulesPublic: boolean;
  /** Key for trusted servers to read flag rules, and to send events without a budget. */
  serverKey: string | null;
  /** The environment that this server evaluates flags for. */
  environment: FlagEnvironment;
  allowedOrigins: string[];
  /** Name of the cookie that remembers the banner's dismissal. */
  bannerCookie: string;
  /** Workspaces and email domains of known customers. */
  customers: KnownCustomers;
  /**
   * Query parameters whose values are stored although they look like secrets, as normalized by `parameterKey`.
   */
  keptParameters: string[];
  /** Hosts that images may be fetched from over https. */
  imageHosts: string[];
  /** Maximum disk space for images and their originals. */
  imageCacheBytes: number;
  /** Origins besides the product's own domain that `app-redirect` may redirect to. */
  redirectOrigins: string[];
  /** URL of a demo that another company hosts, instead of the built-in one; null for the built-in one. */
  demoUrl: string | null;
  /** The consent dialog, and the default until a visitor decides. */
  consent: ConsentConfig;
  /** ID of the site's Google tag, or null. */
  gtagId: string | null;
  owner: { email: string; password: string } | null;
  /** URIs for reports of vulnerabilities, in `/.well-known/security.txt`. */
  securityContacts: string[];
  /** A key of the public API that exists without the console; null for none. */
  apiKey: string | null;
  /** Whether every console account must have a second factor. */
  requireTwoFactor: boolean;
  /** Proxies whose `X-Forwarded-For` header is trusted: IP addresses or ranges (`10.0.0.0/8`). */
  trustedProxies: string[];
  /** Limits on what networks may send; Infinity for none. Bytes are after decompression. */
  ingestBudgets: {
    /** For one network. */
    bytesPerHour: number;
    eventsPerHour: number;
    /** For all networks together. */
    bytesPerDay: number;
  };
  /** Networks without a budget: IP addresses or ranges. */
  trustedSenders: string[];
  /** URL that leads are delivered to, and the secret that signs the requests. */
  leadsWebhook: { url: string; secret: string } | null;
  /** Days that events and sessions are kept; null keeps them forever. */
  retentionDays: number | null;
  /** Days that recordings, interactions and RUM data are kept, at most as long as events; null keeps them as long as events. */
  replayRetentionDays: number | null;
  /** Days that records are kept, by kind. */
  recordRetention: RecordRetention;
  /**
   * Confirmed retention times in days, which may replace longer ones and so delete older data: of events and recordings, and of records by
   * kind.
   */
  confirmedRetention: number[];
  confirmedRecords: ConfirmedRecords;
  /** With the parameters for `DATABASE_CA_FILE`. */
  databaseUrl: string | null;
  /**
   * Key that encrypts the secrets of connections: 256 bits, base64url. Null for the one in the data folder, which can't be shared by
   * instances.
   */
  secretsKey: string | null;
  /** The previous key, if it was changed; null for none. */
  secretsKeyBefore: string | null;
  /** Whether URLs entered in the console may point to private networks. */
  allowPrivateConnections: boolean;
  clickhouseUrl: string | null;
  /** Certificates of the authorities that sign ClickHouse's, as PEM; null for those that Node trusts. */
  clickhouseCa: string | null;
  /** Where to fetch pages from Contentful; null uses only pages of the content folder. */
  contentful: ContentfulConfig | null;
  /** Where to fetch flags from GrowthBook; null uses only this server's own flags. */
  growthbook: GrowthbookConfig | null;
  /** How long readiness fails before the server stops accepting connections. */
  shutdownDelay: Milliseconds;
  logLevel: LogLevel;
}

/** Variables whose value is left out of problems, because problems end up in logs. */
const SECRETS = new Set(["SERVER_KEY", "SECRETS_KEY", "SECRETS_KEY_BEFORE", "API_KEY"]);

type Environment = Record<string, string | undefined>;

/** Lists every invalid variable and what it expects. */
export class ConfigError extends Error {
  override name = "ConfigError";
  readonly problems: string[];

  constructor(problems: string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

/**
 * Reads and validates the configuration.
 * @param env usually `process.env`; an empty value counts as absent.
 * @throws {ConfigError} listing every problem at once.
 */
export function readConfig(env: Environment): Config {
  const problems: string[] = [];
  const text = (name: string, fallback: string) => env[name]?.trim() || fallback;
  const optional = (name: string) => env[name]?.trim() || null;
  /** @param standard default for an absent value. */
  const check = <T>(name: string, parse: (value: string) => T, standard: string, fallback: T): T => {
    const value = text(name, standard);
    try {
      return parse(value);
    } catch (error) {
      const label = SECRETS.has(name) ? name : `${name}=${value}`;
      problems.push(`${label}: ${error instanceof Error ? error.message : String(error)}`);
      return fallback;
    }
  };
  /** The problem does not repeat the value, because it may contain a password. */
  const storeUrl = (name: string, protocols: readonly string[], example: string) => {
    const value = optional(name);
    const isRight = value === null || (URL.canParse(value) && protocols.includes(new URL(value).protocol));
    if (!isRight) problems.push(`${name}: use a URL such as ${example}.`);
    return value;
  };

  /** @returns PEM; null without a file. */
  const certificates = (name: string) => check(name, readCertificates, "", null);

  checkTimeZone(optional("TZ"), problems);
  const port = check("PORT", parsePort, "3000", 3000);
  const host = text("HOST", "127.0.0.1");
  const metricsPort = check("METRICS_PORT", parseMetricsPort(port), "", null);
  const metricsHost = text("METRICS_HOST", "127.0.0.1");
  const contentDir = check("CONTENT_DIR", parseFolder, "", null);
  const publicUrl = check("PUBLIC_URL", parseOrigin, `http://${urlHost(host)}:${port}`, "");
  const databaseCaFile = optional("DATABASE_CA_FILE");
  certificates("DATABASE_CA_FILE");
  const config: Config = {
    port,
    host,
    metrics: metricsPort === null ? null : { port: metricsPort, host: metricsHost },
    dataDir: resolve(text("DATA_DIR", "./data")),
    contentDir,
    publicUrl,
    consoleUrl: check("CONSOLE_URL", parseConsoleUrl(publicUrl), "", publicUrl),
    cookieDomain: check("COOKIE_DOMAIN", parseCookieDomain(publicUrl), "", null),
    writeKey: check("WRITE_KEY", parseKey, "local", ""),
    clientKey: check("CLIENT_KEY", parseKey, "sdk-local", ""),
    areFlagRulesPublic: check("PUBLIC_FLAG_RULES", parseSwitch, "false", false),
    serverKey: check("SERVER_KEY", parseOptionalKey, "", null),
    environment: check("ENVIRONMENT", parseEnvironment, "production", "production"),
    allowedOrigins: check("ALLOWED_ORIGINS", parseOrigins, "", []),
    bannerCookie: check("BANNER_COOKIE", parseKey, "cuPageBanner", ""),
    customers: {
      groupIds: splitList(text("CUSTOMER_GROUPS", "")),
      domains: check("CUSTOMER_DOMAINS", parseHosts, "", []),
    },
    keptParameters: check("URL_PARAMETERS_KEPT", parseParameters, "", []),
    imageCacheBytes: check("IMAGE_CACHE_MB", parseCacheSize, "1000", 0),
    imageHosts: check("IMAGE_HOSTS", parseHosts, "", []),
    demoUrl: check("DEMO_URL", parseDemoUrl, "", null),
    redirectOrigins: check("REDIRECT_ORIGINS", parseOrigins, "", []),
    consent: readConsentConfig(env, problems),
    gtagId: check("GTAG_ID", parseOptionalKey, "", null),
    owner: readOwner(optional("OWNER_EMAIL"), optional("OWNER_PASSWORD"), problems),
    securityContacts: check("SECURITY_CONTACT", parseContacts, "", []),
    apiKey: check("API_KEY", parseApiKey, "", null),
    requireTwoFactor: check("REQUIRE_TWO_FACTOR", parseSwitch, "false", false),
    trustedProxies: check("TRUSTED_PROXIES", parseNetworks, "", []),
    ingestBudgets: {
      bytesPerHour: check("SENDER_MB_PER_HOUR", parseMegabytes, "60", 0),
      eventsPerHour: check("SENDER_EVENTS_PER_HOUR", parseBudget, "100000", 0),
      bytesPerDay: check("INGEST_MB_PER_DAY", parseMegabytes, "10000", 0),
    },
    trustedSenders: check("TRUSTED_SENDERS", parseNetworks, "", []),
    leadsWebhook: readWebhook(optional("LEADS_WEBHOOK_URL"), optional("LEADS_WEBHOOK_SECRET"), problems),
    retentionDays: check("RETENTION_DAYS", parseRetention, "760", null),
    replayRetentionDays: check("REPLAY_RETENTION_DAYS", parseRetention, "30", null),
    recordRetention: {
      leads: check(RECORD_VARIABLES.leads, parseRetention, "0", null),
      receipts: check(RECORD_VARIABLES.receipts, parseRetention, "0", null),
      changes: check(RECORD_VARIABLES.changes, parseRetention, "0", null),
    },
    ...check("RETENTION_CONFIRM", parseConfirmed, "", NOTHING_CONFIRMED),
    databaseUrl: withCertificates(
      storeUrl("DATABASE_URL", ["postgres:", "postgresql:"], "postgres://user:password@host:5432/database"),
      databaseCaFile,
    ),
    secretsKey: check("SECRETS_KEY", parseSecretsKey, "", null),
    secretsKeyBefore: check("SECRETS_KEY_BEFORE", parseSecretsKey, "", null),
    allowPrivateConnections: check("CONNECTIONS_ALLOW_PRIVATE", parseSwitch, "false", false),
    clickhouseUrl: storeUrl("CLICKHOUSE_URL", ["http:", "https:"], "http://user:password@host:8123/database"),
    clickhouseCa: certificates("CLICKHOUSE_CA_FILE"),
    contentful: readContentfulConfig(env, problems),
    growthbook: readGrowthbookConfig(env, problems),
    shutdownDelay: check("SHUTDOWN_DELAY", parseDelay, "0", 0),
    logLevel: check("LOG_LEVEL", parseLogLevel, "info", "info"),
  };
  const receiptProblem = checkReceiptRetention(config.recordRetention.receipts, config.retentionDays);
  if (receiptProblem) problems.push(receiptProblem);
  if (config.serverKey === config.clientKey)
    problems.push("SERVER_KEY: must differ from CLIENT_KEY, which is public.");
  if (config.serverKey === config.writeKey)
    problems.push("SERVER_KEY: must differ from WRITE_KEY, which is public.");
  if (config.databaseUrl !== null && optional("SECRETS_KEY") === null)
    problems.push(
      "SECRETS_KEY: required with DATABASE_URL, because all instances must decrypt the same secrets. Create one with: openssl rand -base64 32",
    );
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** The host for URLs. 0.0.0.0 and :: mean "every address" and cannot be opened, so they become `localhost`. IPv6 addresses get brackets. */
export function urlHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/** The names of all variables that {@link readConfig} reads. */
export function variableNames(): string[] {
  const names = new Set<string>();
  const recorder = new Proxy<Environment>(
    {},
    {
      get(_, name) {
        names.add(String(name));
        return undefined;
      },
    },
  );
  readConfig(recorder);
  return [...names];
}

/** Node treats an unknown zone as UTC, and the event store does not start with one. */
function checkTimeZone(zone: string | null, problems: string[]): void {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone ?? "UTC" });
  } catch {
    problems.push(`TZ=${zone}: use a time zone such as Europe/Berlin, or leave it empty.`);
  }
}
