import type { IncomingHttpHeaders } from "node:http";
import type { BrowserTools, PolicySources, SiteSettings } from "@marquee/contract";
import {
  CONNECTION_KINDS,
  CONNECTIONS,
  type ConnectionDefinition,
  type ConnectionKind,
  personalizationTool,
} from "@marquee/contract/schema";
import type { FastifyRequest } from "fastify";
import { sessionCookieName } from "../accounts/sessions.ts";
import { createStaffCookie } from "../accounts/staffCookie.ts";
import type { Connections } from "./startConnections.ts";

/** The effects of connected tools on every document. */
export interface SiteTools {
  settings: Pick<SiteSettings, "consentProvider" | "loginUrl" | "tools" | "recipients">;
  /** What the Content-Security-Policy allows in addition to the site itself. */
  sources: PolicySources;
  /** Tells documents with different tools apart in the page cache. */
  variant: "" | "staff";
}

/** The tools of the site, which follow the connections. */
export interface FollowedTools {
  /** The object keeps its identity until a connection changes. */
  current(): SiteTools;
  /**
   * The tools of a document: without those that run scripts if someone is signed in to the console in the requesting browser, because console and site
   * may share an origin. The object keeps its identity until a connection changes.
   */
  of(request: Pick<FastifyRequest, "method" | "headers">): SiteTools;
  onChange(listener: () => void): () => void;
}

type ReadConnections = Pick<Connections, "read" | "onChange">;

/** @param isSecure whether the site is served over TLS. */
export function createSiteTools(connections: ReadConnections, isSecure: boolean): FollowedTools {
  const staffCookie = createStaffCookie(isSecure);
  const sessionCookie = sessionCookieName(isSecure);
  let forVisitors: SiteTools | null = null;
  let forStaff: SiteTools | null = null;
  connections.onChange(() => {
    forVisitors = null;
    forStaff = null;
  });
  const current = () => (forVisitors ??= readTools(connections));
  return {
    current,
    of({ method, headers }) {
      const { cookie } = headers;
      // A session from before the upgrade has only its own cookie.
      const isStaff = staffCookie.isIn(cookie) || cookie?.includes(sessionCookie);
      if (!isStaff && !isSentElsewhere(method, headers)) return current();
      forStaff ??= hasScripts(connections) ? withoutScripts(connections) : current();
      return forStaff;
    },
    onChange: connections.onChange,
  };
}

/**
 * Whether the request is a form sent by another site's page. It has no cookies, so it does not tell who is
 * signed in.
 */
function isSentElsewhere(method: string, headers: IncomingHttpHeaders): boolean {
  if (method === "GET" || method === "HEAD") return false;
  return !["same-origin", "same-site"].includes(String(headers["sec-fetch-site"]));
}

const runsScripts = (kind: ConnectionKind) =>
  (CONNECTIONS[kind] as ConnectionDefinition).runsScripts === true;

function hasScripts({ read }: ReadConnections): boolean {
  return CONNECTION_KINDS.some((kind) => runsScripts(kind) && read(kind) !== null);
}

/** The consent dialog still names everyone who gets data, because the decision outlasts the session. */
function withoutScripts(connections: ReadConnections): SiteTools {
  const read: ReadConnections["read"] = (kind) => (runsScripts(kind) ? null : connections.read(kind));
  const { settings, sources } = readTools({ ...connections, read });
  return { settings: { ...settings, recipients: readRecipients(connections) }, sources, variant: "staff" };
}

function readTools(connections: ReadConnections): SiteTools {
  const sources = readSources(connections);
  const oneTrust = connections.read("onetrust")?.settings;
  return {
    variant: "",
    settings: {
      consentProvider: oneTrust ? { name: "onetrust", ...oneTrust } : { name: "own" },
      loginUrl: connections.read("customers")?.settings.loginUrl || null,
      tools: browserTools(connections, sources),
      recipients: readRecipients(connections),
    },
    sources,
  };
}

function browserTools(connections: ReadConnections, { script = [] }: PolicySources): BrowserTools | null {
  const googleTag = connections.read("google-tag");
  const personalization = connections.read("personalization");
  if (!googleTag && !personalization) return null;
  return {
    scriptOrigins: script,
    ...(googleTag && { googleTag: { ...googleTag.settings, since: googleTag.since } }),
    ...(personalization && {
      personalization: { ...personalizationTool(personalization.settings), since: personalization.since },
    }),
  };
}

function readRecipients({ read }: ReadConnections): string[] {
  const all = CONNECTION_KINDS.flatMap((kind) => {
    const { recipient }: ConnectionDefinition = CONNECTIONS[kind];
    const connection = read(kind);
    return connection && recipient ? recipient({ ...connection.settings }) : [];
  });
  return [...new Set(all)];
}

/** The sources of all connected tools together. */
function readSources({ read }: ReadConnections): PolicySources {
  const all = CONNECTION_KINDS.map((kind) => {
    const { sources }: ConnectionDefinition = CONNECTIONS[kind];
    const connection = read(kind);
    return connection && sources ? sources({ ...connection.settings }) : {};
  });
  const join = (name: "script" | "style" | "connect" | "frame" | "image") => [
    ...new Set(all.flatMap((each) => each[name] ?? [])),
  ];
  return {
    script: join("script"),
    style: join("style"),
    connect: join("connect"),
    frame: join("frame"),
    image: join("image"),
    needsInlineMarkup: all.some(({ needsInlineMarkup = false }) => needsInlineMarkup),
  };
}
