import type { BrowserTools, PolicySources, SiteSettings } from "@marquee/contract";
import {
  CONNECTION_KINDS,
  CONNECTIONS,
  type ConnectionDefinition,
  personalizationTool,
} from "@marquee/contract/schema";
import type { Connections } from "./startConnections.ts";

/** What connected tools change in every document. */
export interface SiteTools {
  settings: Pick<SiteSettings, "consentProvider" | "loginUrl" | "tools" | "recipients">;
  /** What the Content-Security-Policy allows in addition to the site itself. */
  sources: PolicySources;
}

/** The tools of the site, which follow the connections. */
export interface FollowedTools {
  /** The object stays the same until a connection changes. */
  current(): SiteTools;
  onChange(listener: () => void): () => void;
}

type ReadConnections = Pick<Connections, "read" | "onChange">;

export function createSiteTools(connections: ReadConnections): FollowedTools {
  let known: SiteTools | null = null;
  connections.onChange(() => {
    known = null;
  });
  return { current: () => (known ??= readTools(connections)), onChange: connections.onChange };
}

function readTools(connections: ReadConnections): SiteTools {
  const sources = readSources(connections);
  const oneTrust = connections.read("onetrust")?.settings;
  return {
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
