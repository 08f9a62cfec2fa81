import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

/** Has no certificate. */
const OTHER_FILE = `${import.meta.dirname}/siteOf.ts`;

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe("readConfig", () => {
  it("has a default for everything", () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      publicUrl: "http://127.0.0.1:3000",
      writeKey: "local",
      clientKey: "sdk-local",
      owner: null,
      databaseUrl: null,
      clickhouseUrl: null,
    });
    expect(config.dataDir).toMatch(/\/data$/);
  });

  it("reads the size of the image cache in megabytes", () => {
    expect([readConfig({}).imageCacheBytes, readConfig({ IMAGE_CACHE_MB: "50" }).imageCacheBytes]).toEqual([
      1_000_000_000, 50_000_000,
    ]);
    for (const wrong of ["49", "1.5", "-1", "1GB"]) {
      expect(problemsOf({ IMAGE_CACHE_MB: wrong })).toEqual([
        `IMAGE_CACHE_MB=${wrong}: use a whole number of megabytes, at least 50.`,
      ]);
    }
  });

  it("puts the console on the site's host, or on a separate one whose cookies the site does not get", () => {
    const PUBLIC_URL = "https://www.trellis.example";
    const consoleOf = (CONSOLE_URL: string) => readConfig({ PUBLIC_URL, CONSOLE_URL }).consoleUrl;
    expect(readConfig({}).consoleUrl).toBe("http://127.0.0.1:3000");
    expect(consoleOf("")).toBe(PUBLIC_URL);
    expect(consoleOf("https://Console.trellis.example/")).toBe("https://console.trellis.example");
    const wrong: [string, string][] = [
      ["console.trellis.example", "use a URL such as"],
      ["https://console.trellis.example/admin", "use an http or https origin without a path"],
      ["ftp://console.trellis.example", "use an http or https origin without a path"],
      [PUBLIC_URL, "use another host than PUBLIC_URL"],
      ["https://WWW.trellis.example:8443", "use another host than PUBLIC_URL"],
      ["http://console.trellis.example", "use https, as in PUBLIC_URL."],
    ];
    for (const [CONSOLE_URL, problem] of wrong) {
      const problems = problemsOf({ PUBLIC_URL, CONSOLE_URL });
      expect(problems).toEqual([expect.stringContaining(`CONSOLE_URL=${CONSOLE_URL}: ${problem}`)]);
    }
    const inside = { PUBLIC_URL: "http://trellis.internal", CONSOLE_URL: "https://console.internal" };
    expect(problemsOf(inside)).toEqual([]);
  });

  it("accepts a cookie domain only if browsers would", () => {
    const domainOf = (COOKIE_DOMAIN: string, PUBLIC_URL = "https://www.trellis.example") =>
      readConfig({ COOKIE_DOMAIN, PUBLIC_URL }).cookieDomain;
    expect([domainOf(""), domainOf("Trellis.example"), domainOf(".www.trellis.example")]).toEqual([
      null,
      "trellis.example",
      "www.trellis.example",
    ]);
    const wrong: [string, string][] = [
      ["other.example", "https://www.trellis.example"],
      ["ellis.example", "https://www.trellis.example"],
      ["app.www.trellis.example", "https://www.trellis.example"],
      ["example", "https://www.trellis.example"],
      ["localhost", "http://localhost:3000"],
    ];
    for (const [COOKIE_DOMAIN, PUBLIC_URL] of wrong)
      expect(problemsOf({ COOKIE_DOMAIN, PUBLIC_URL }).join()).toContain(
        `COOKIE_DOMAIN=${COOKIE_DOMAIN}: use the host`,
      );
  });

  it("accepts the https URL of a demo that another company hosts", () => {
    const demoUrl = "https://capture.navattic.com/abc123";
    expect(readConfig({ DEMO_URL: demoUrl }).demoUrl).toBe(demoUrl);
    expect(readConfig({ DEMO_URL: "" }).demoUrl).toBeNull();
    for (const DEMO_URL of ["http://demo.example", "capture.navattic.com/abc123", "javascript:alert(1)"])
      expect(problemsOf({ DEMO_URL }).join()).toContain(`DEMO_URL=${DEMO_URL}: use the https URL`);
  });

  it("accepts email addresses and https URLs as contacts for security", () => {
    const contacts = "security@trellis.example, https://trellis.example/report";
    expect(readConfig({ SECURITY_CONTACT: contacts }).securityContacts).toEqual([
      "mailto:security@trellis.example",
      "https://trellis.example/report",
    ]);
    for (const value of ["security", "http://a.example", "a@b.example\nExpires: never"])
      expect(() => readConfig({ SECURITY_CONTACT: value })).toThrow("such as security@example.com");
  });

  it("reads the query parameters that keep their values, in normalized form", () => {
    expect(readConfig({ URL_PARAMETERS_KEPT: "code, Api-Key" }).keptParameters).toEqual(["code", "apikey"]);
    for (const value of ["?code=1", "a b", "-"])
      expect(() => readConfig({ URL_PARAMETERS_KEPT: value })).toThrow("such as code,key");
  });

  it("names files, folders and zones that do not exist", () => {
    expect(
      problemsOf({
        TZ: "Nonsense",
        CONTENT_DIR: "/no/such/folder",
        CLICKHOUSE_CA_FILE: "/no/such/file.pem",
        DATABASE_CA_FILE: OTHER_FILE,
        RETENTION_CONFIRM: "soon",
      }),
    ).toEqual([
      "TZ=Nonsense: use a time zone such as Europe/Berlin, or leave it empty.",
      "CONTENT_DIR=/no/such/folder: there is no folder /no/such/folder.",
      `DATABASE_CA_FILE=${OTHER_FILE}: use a PEM file, which has -----BEGIN CERTIFICATE-----.`,
      "RETENTION_CONFIRM=soon: use numbers of days, and of records with their kind, such as 365,14,leads:90 (leads, receipts, changes).",
      "CLICKHOUSE_CA_FILE=/no/such/file.pem: the file can't be read (ENOENT).",
    ]);
    const confirmed = readConfig({ RETENTION_CONFIRM: "365, 14, leads:90, changes:400" });
    expect(confirmed.confirmedRetention).toEqual([365, 14]);
    expect(confirmed.confirmedRecords).toEqual({ leads: [90], receipts: [], changes: [400] });
    for (const wrong of ["leads", "leads:", "leads:0", "events:30", "__proto__:3"])
      expect(problemsOf({ RETENTION_CONFIRM: wrong })[0]).toContain("with their kind");
  });

  it("has metrics only with a port that visitors can't reach", () => {
    expect(readConfig({ METRICS_HOST: "0.0.0.0" }).metrics).toBe(null);
    expect(readConfig({ METRICS_PORT: "9464" }).metrics).toEqual({ port: 9464, host: "127.0.0.1" });
    expect(readConfig({ METRICS_PORT: "0", METRICS_HOST: "10.0.0.5" }).metrics).toEqual({
      port: 0,
      host: "10.0.0.5",
    });
    expect(problemsOf({ METRICS_PORT: "3000" })).toEqual([
      "METRICS_PORT=3000: must differ from PORT, which is public.",
    ]);
    expect(problemsOf({ METRICS_PORT: "many" })).toEqual([
      "METRICS_PORT=many: use a whole number from 0 to 65535.",
    ]);
  });

  it("treats an empty value as absent, as in .env.example", () => {
    expect(readConfig({ PORT: "", PUBLIC_URL: " ", OWNER_EMAIL: "", OWNER_PASSWORD: "" })).toEqual(
      readConfig({}),
    );
  });

  it("accepts the example of known customers in .env.example: three workspaces and 18 domains", () => {
    const example = readFileSync(`${import.meta.dirname}/../../../../../.env.example`, "utf8");
    const exampleOf = (name: string) => new RegExp(`^# ${name}=(.+)$`, "m").exec(example)?.[1] ?? "";
    const { customers } = readConfig({
      CUSTOMER_GROUPS: exampleOf("CUSTOMER_GROUPS"),
      CUSTOMER_DOMAINS: exampleOf("CUSTOMER_DOMAINS"),
    });
    expect([new Set(customers.groupIds).size, new Set(customers.domains).size]).toEqual([3, 18]);
  });

  it("builds a public URL that works when it listens on every address", () => {
    expect(readConfig({ HOST: "0.0.0.0", PORT: "80" }).publicUrl).toBe("http://localhost");
    expect(readConfig({ HOST: "::1", PORT: "8080" }).publicUrl).toBe("http://[::1]:8080");
  });

  it("shows the format of a store URL but not its password", () => {
    const stores = {
      DATABASE_URL: "localhost:secret",
      CLICKHOUSE_URL: "postgres://user:secret@host/database",
    };
    const problems = problemsOf(stores);
    expect(problems).toEqual([
      "DATABASE_URL: use a URL such as postgres://user:password@host:5432/database.",
      "CLICKHOUSE_URL: use a URL such as http://user:password@host:8123/database.",
      expect.stringMatching(/^SECRETS_KEY: required with DATABASE_URL/),
    ]);
    expect(
      problemsOf({
        DATABASE_URL: "postgresql://host/database",
        CLICKHOUSE_URL: "https://host",
        SECRETS_KEY: "0".repeat(64),
      }),
    ).toEqual([]);
  });

  it("names every invalid variable at once", () => {
    const problems = problemsOf({
      PORT: "80a",
      PUBLIC_URL: "example.com",
      WRITE_KEY: "a b",
      LOG_LEVEL: "loud",
    });
    expect(problems.map((problem) => problem.split("=")[0])).toEqual([
      "PORT",
      "PUBLIC_URL",
      "WRITE_KEY",
      "LOG_LEVEL",
    ]);
  });

  it("never prints a server key", () => {
    const problems = problemsOf({ SERVER_KEY: "not a key" });
    expect(problems).toEqual([expect.stringMatching(/^SERVER_KEY: use 1 to 100/)]);
  });

  it("reads the key of secrets as base64 or hex, and never prints it", () => {
    const bytes = Buffer.alloc(32, 251);
    for (const encoding of ["base64", "base64url", "hex"] as const)
      expect(readConfig({ SECRETS_KEY: bytes.toString(encoding) }).secretsKey).toBe(
        bytes.toString("base64url"),
      );
    expect(readConfig({}).secretsKey).toBeNull();
    expect(readConfig({ SECRETS_KEY_BEFORE: bytes.toString("hex") }).secretsKeyBefore).toBe(
      bytes.toString("base64url"),
    );
    expect(problemsOf({ SECRETS_KEY_BEFORE: "short" })).toEqual([
      expect.stringMatching(/^SECRETS_KEY_BEFORE: use 32 random bytes/),
    ]);
    for (const wrong of ["short", "ab".repeat(31), `${"a".repeat(42)}!`, Buffer.alloc(31).toString("base64")])
      expect(problemsOf({ SECRETS_KEY: wrong })).toEqual([
        "SECRETS_KEY: use 32 random bytes as base64 or hex. Create them with: openssl rand -base64 32",
      ]);
  });

  it("requires a secret server key and all GrowthBook variables or none", () => {
    expect(problemsOf({ CLIENT_KEY: "same", SERVER_KEY: "same" })).toEqual([
      expect.stringContaining("SERVER_KEY"),
    ]);
    const growthbook = { GROWTHBOOK_API_HOST: "https://cdn.growthbook.io/", GROWTHBOOK_CLIENT_KEY: "sdk-a" };
    expect(readConfig(growthbook).growthbook).toEqual({
      apiHost: "https://cdn.growthbook.io",
      clientKey: "sdk-a",
    });
    expect(problemsOf({ GROWTHBOOK_API_HOST: "https://cdn.growthbook.io" })).toHaveLength(1);
    expect(problemsOf({ ...growthbook, GROWTHBOOK_API_HOST: "cdn.growthbook.io" })).toHaveLength(1);
    expect(problemsOf({ ...growthbook, GROWTHBOOK_CLIENT_KEY: "../admin" })).toHaveLength(1);
  });

  it.each(["https://example.com/shop", "ftp://example.com", "https://example.com/?a=1"])(
    "rejects %s as an origin",
    (url) => {
      expect(problemsOf({ PUBLIC_URL: url })).toHaveLength(1);
    },
  );

  it("removes a trailing slash from the origin", () => {
    expect(readConfig({ PUBLIC_URL: "https://example.com/" }).publicUrl).toBe("https://example.com");
  });

  it("creates an owner only with both email and password, and never prints the password", () => {
    expect(readConfig({ OWNER_EMAIL: "a@b.example", OWNER_PASSWORD: "correct horse" }).owner).toEqual({
      email: "a@b.example",
      password: "correct horse",
    });
    const problems = problemsOf({ OWNER_PASSWORD: "correct horse" });
    expect(problems).toHaveLength(1);
    expect(problems[0]).not.toContain("correct horse");
  });

  it("accepts an API key that clients can send and nobody can guess, and never prints it", () => {
    expect(readConfig({}).apiKey).toBeNull();
    for (const key of ["0123456789abcdef", "a-b_c.d~e+f/g-h=="])
      expect(readConfig({ API_KEY: key }).apiKey).toBe(key);
    for (const wrong of ["0123456789abcde", "with a space, but long", "schlüssel-schlüssel", "x".repeat(201)])
      expect(problemsOf({ API_KEY: wrong })).toEqual([
        "API_KEY: use 16 to 200 letters, digits, dashes or underscores. Create a key with: openssl rand -hex 32",
      ]);
  });

  it("delivers leads only with a signing secret, and never prints it", () => {
    const url = "https://hooks.example/leads?team=1";
    const secret = "0123456789abcdef";
    expect(readConfig({ LEADS_WEBHOOK_URL: url, LEADS_WEBHOOK_SECRET: secret }).leadsWebhook).toEqual({
      url,
      secret,
    });
    expect(readConfig({}).leadsWebhook).toBeNull();
    for (const [wrong, name] of [
      [{ LEADS_WEBHOOK_URL: url }, "LEADS_WEBHOOK_SECRET"],
      [{ LEADS_WEBHOOK_URL: url, LEADS_WEBHOOK_SECRET: "too short" }, "LEADS_WEBHOOK_SECRET"],
      [{ LEADS_WEBHOOK_SECRET: secret }, "LEADS_WEBHOOK_URL"],
      [{ LEADS_WEBHOOK_URL: "hooks.example", LEADS_WEBHOOK_SECRET: secret }, "LEADS_WEBHOOK_URL"],
    ] as const) {
      const problems = problemsOf(wrong);
      expect(problems.map((problem) => problem.split(":")[0])).toEqual([name]);
      expect(problems[0]).not.toMatch(/too short|0123456789/);
    }
  });

  it("trusts only listed proxies, by address or range", () => {
    expect(readConfig({ TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8,2001:db8::/32" }).trustedProxies).toEqual([
      "127.0.0.1",
      "10.0.0.0/8",
      "2001:db8::/32",
    ]);
    for (const wrong of ["proxy.example", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/x"])
      expect(problemsOf({ TRUSTED_PROXIES: wrong })).toHaveLength(1);
  });

  it("reads the budgets of senders, in megabytes and events, with 0 for none", () => {
    expect(readConfig({}).ingestBudgets).toEqual({
      bytesPerHour: 60_000_000,
      eventsPerHour: 100_000,
      bytesPerDay: 10_000_000_000,
    });
    const env = { SENDER_MB_PER_HOUR: "0", SENDER_EVENTS_PER_HOUR: "5", INGEST_MB_PER_DAY: "0" };
    expect(readConfig(env).ingestBudgets).toEqual({
      bytesPerHour: Number.POSITIVE_INFINITY,
      eventsPerHour: 5,
      bytesPerDay: Number.POSITIVE_INFINITY,
    });
    for (const name of Object.keys(env))
      for (const wrong of ["-1", "1.5", "60MB", "1e99"])
        expect(problemsOf({ [name]: wrong })).toEqual([
          `${name}=${wrong}: use a whole number, or 0 for no budget.`,
        ]);
  });

  it("reads trusted senders as addresses or ranges, and names a wrong one", () => {
    const { trustedSenders } = readConfig({ TRUSTED_SENDERS: "198.51.100.0/24, 2001:db8::/32" });
    expect(trustedSenders).toEqual(["198.51.100.0/24", "2001:db8::/32"]);
    expect(problemsOf({ TRUSTED_SENDERS: "10.0.0.0/8,partner.example" })).toEqual([
      "TRUSTED_SENDERS=10.0.0.0/8,partner.example: use IP addresses or ranges, such as 10.0.0.0/8.",
    ]);
    expect(problemsOf({ SERVER_KEY: "local" })).toEqual([
      "SERVER_KEY: must differ from WRITE_KEY, which is public.",
    ]);
  });

  it("keeps records forever by default, and receipts as long as the events whose consent they prove", () => {
    expect(readConfig({}).recordRetention).toEqual({ leads: null, receipts: null, changes: null });
    const days = { LEAD_RETENTION_DAYS: "90", RECEIPT_RETENTION_DAYS: "1125", CHANGE_RETENTION_DAYS: "400" };
    expect(readConfig(days).recordRetention).toEqual({ leads: 90, receipts: 1125, changes: 400 });
    expect(problemsOf({ RECEIPT_RETENTION_DAYS: "1124" })[0]).toContain("use at least 1125 days");
    expect(problemsOf({ RECEIPT_RETENTION_DAYS: "1125", RETENTION_DAYS: "0" })[0]).toContain("use 0");
    for (const name of Object.keys(days))
      expect(problemsOf({ [name]: "-1" })).toEqual([
        `${name}=-1: use a whole number of days, or 0 to keep everything.`,
      ]);
  });

  it("requires two-factor authentication only when set to true and rejects other values", () => {
    expect(readConfig({}).requireTwoFactor).toBe(false);
    expect(readConfig({ REQUIRE_TWO_FACTOR: "true" }).requireTwoFactor).toBe(true);
    expect(readConfig({ REQUIRE_TWO_FACTOR: "false" }).requireTwoFactor).toBe(false);
    for (const wrong of ["yes", "1", "TRUE"])
      expect(problemsOf({ REQUIRE_TWO_FACTOR: wrong })).toEqual([
        `REQUIRE_TWO_FACTOR=${wrong}: use true or false.`,
      ]);
  });
});
