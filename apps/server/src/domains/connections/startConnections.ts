import { isDeepStrictEqual } from "node:util";
import { cutText, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import {
  CONNECTION_KINDS,
  CONNECTIONS,
  type ConnectionDefinition,
  type ConnectionKind,
  type ConnectionSecrets,
  type ConnectionSettings,
  type ConnectionState,
} from "@marquee/contract/schema";
import type { Logger } from "pino";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { AddressPolicy } from "../../platform/http/addressPolicy.ts";
import type { SecretsKeys } from "../../platform/storage/encryptSecret.ts";
import { followRecords } from "../../platform/storage/records/followRecords.ts";
import type { Records } from "../../platform/storage/records/records.ts";
import { whenOpen } from "../../platform/storage/records/whenOpen.ts";
import type { Edit } from "../../platform/versioned/versionedRecord.types.ts";
import { type ConnectionDraft, checkConnection } from "./checkConnection.ts";
import {
  type ConnectionRow,
  type ConnectionWrite,
  connectionStore,
  openSecrets,
  UNREADABLE,
  writeResult,
} from "./connectionStore.ts";
import { defaultsOf, describeConnection } from "./describeConnection.ts";
import { encryptAgain } from "./encryptAgain.ts";
import type { EnvironmentConnection, EnvironmentConnections } from "./environmentConnections.ts";

/** A connected tool. */
export interface Connection<Kind extends ConnectionKind> {
  settings: ConnectionSettings<Kind>;
  secrets: ConnectionSecrets<Kind>;
  /** Addresses that requests to the tool may reach (see `guardedRequest`). What the environment sets may be anywhere. */
  policy: AddressPolicy;
  /** Since when it is connected without interruption; 0 if the environment sets it. */
  since: Timestamp;
  /** When its settings or secrets last changed; 0 if the environment sets it. */
  changedAt: Timestamp;
}

/** The connected tools, kept in sync with changes by any instance. The environment takes precedence over the console. */
export interface Connections {
  /** @returns null if it is not connected. The object keeps its identity until the connection changes. */
  read<Kind extends ConnectionKind>(kind: Kind): Connection<Kind> | null;
  /**
   * Calls back after a connection was made, changed or ended, on every instance. @returns a function that unsubscribes.
   */
  onChange(listener: () => void): () => void;
  /** Every kind with its state, for the console. */
  describe(): Promise<ConnectionState[]>;
  /**
   * Checks a draft and completes it with the stored secrets, without saving it. A connection set by the environment is returned
   * unchanged.
   * @throws {ApiError} bad_request for a wrong or missing value.
   */
  complete<Kind extends ConnectionKind>(kind: Kind, draft: ConnectionDraft): Promise<Connection<Kind>>;
  /**
   * Connects a tool, or changes its settings, and notifies every instance.
   * @param actor email address of the account.
   * @throws {ApiError} like {@link Connections.complete}; conflict if someone else changed it or the environment sets it; confirmation_required for a
   * tool that runs scripts where they could reach the console, unless the owner accepts that.
   */
  save(kind: ConnectionKind, change: ConnectionEdit, actor: string): Promise<void>;
  /** Disconnects a tool and deletes its secrets. @throws {ApiError} conflict, like {@link Connections.save}. */
  disconnect(kind: ConnectionKind, revision: number, actor: string): Promise<void>;
  /**
   * Records that a connection was used or tested, and why that failed (null if it did not). Never throws. Equal results are stored once a minute,
   * so it can be called for each use.
   */
  recordResult(kind: ConnectionKind, error: string | null): Promise<void>;
  stop(): Promise<void>;
}

interface ConnectionsOptions {
  records: Records;
  environment: EnvironmentConnections;
  /** Keys that encrypt the secrets. */
  keys: SecretsKeys;
  /** For URLs that someone enters in the console. */
  policy: AddressPolicy;
  /** Whether the console has its own host, out of reach for scripts of connected tools. */
  hasOwnHost: boolean;
  now: () => Timestamp;
  log: Logger;
}

interface AnyConnection extends Pick<Connection<ConnectionKind>, "policy" | "since" | "changedAt"> {
  settings: Record<string, unknown>;
  secrets: Record<string, string>;
}

interface ConnectionEdit extends ConnectionDraft {
  /** The revision that the editor started from. */
  revision: number;
  acceptsScriptRisk?: boolean | undefined;
}

const MAX_ERROR_LENGTH = 1000;
const SCRIPT_RISK =
  "This tool's script runs on the site, which has the same host as the console. It is left out of pages while someone is signed in, but a malicious script in a page that is open during a sign-in could act in the console as that person. To rule that out, set CONSOLE_URL.";

export async function startConnections(options: ConnectionsOptions): Promise<Connections> {
  const { records, environment, keys, policy, hasOwnHost, now, log } = options;
  const { db } = records;
  // Secrets that can't be decrypted are named below, and kept.
  await whenOpen(
    { records, name: "encrypt the secrets of connections with this server's key", log },
    async () => {
      await encryptAgain(db, keys);
    },
  );
  const readConnections = async () => (await connectionStore.list(db)).states;
  const listeners = new Set<() => void>();
  const results = new Map<ConnectionKind, { error: string | null; at: Timestamp }>();
  let current = new Map<ConnectionKind, AnyConnection>();

  const opened = new Map<ConnectionKind, { revision: number; secrets: Record<string, string> }>();
  const secretsOf = (row: ConnectionRow): Record<string, string> => {
    try {
      const secrets = openSecrets(row, keys);
      opened.set(row.kind, { revision: row.revision, secrets });
      return secrets;
    } catch (error) {
      // An instance with a new key has encrypted them again while this one still runs with the previous key.
      const last = opened.get(row.kind);
      if (last?.revision === row.revision) return last.secrets;
      throw error;
    }
  };
  const open = (row: ConnectionRow): AnyConnection | null => {
    if (!row.enabled || !(row.kind in CONNECTIONS)) return null;
    try {
      const settings = { ...defaultsOf(CONNECTIONS[row.kind]), ...row.settings };
      const [since, changedAt] = [row.connectedAt, row.updatedAt].map((at) => at?.getTime() ?? 0);
      return { settings, secrets: secretsOf(row), policy, since: since ?? 0, changedAt: changedAt ?? 0 };
    } catch {
      log.error({ connection: row.kind }, `A connection is not used. ${UNREADABLE}`);
      return null;
    }
  };
  const recordResult: Connections["recordResult"] = async (kind, error) => {
    const at = now();
    const reason = error === null ? null : cutText(error, MAX_ERROR_LENGTH);
    const last = results.get(kind);
    if (last && last.error === reason && at - last.at < ONE_MINUTE) return;
    results.set(kind, { error: reason, at });
    try {
      await writeResult(db, kind, { error: reason, at });
    } catch (failure) {
      log.warn({ err: failure, connection: kind }, "Failed to store the result of a connection.");
    }
  };
  const use = (stored: readonly ConnectionRow[]) => {
    const rows = new Map(stored.map((row) => [row.kind, row]));
    const next = new Map<ConnectionKind, AnyConnection>();
    for (const kind of CONNECTION_KINDS) {
      const row = rows.get(kind);
      const environmentConnection = environment[kind];
      const read = environmentConnection ? fromEnvironment(environmentConnection) : row ? open(row) : null;
      const before = current.get(kind);
      if (read) next.set(kind, isDeepStrictEqual(before, read) && before ? before : read);
      if (row?.enabled && !read && !environmentConnection) void recordResult(kind, UNREADABLE);
    }
    const isSame =
      next.size === current.size && [...next].every(([kind, connection]) => current.get(kind) === connection);
    current = next;
    if (isSame) return;
    results.clear();
    for (const listener of listeners) listener();
  };
  const { announce, stop } = await followRecords<ConnectionRow[]>({
    records,
    channel: "marquee_connections",
    name: "the connections",
    // Results change with each use.
    read: async () => (await readConnections()).map((row) => ({ ...row, checkedAt: null, error: null })),
    unknown: [],
    onChange: use,
    log,
  });

  /** Empty if they can't be decrypted: then all have to be entered again. */
  const storedSecrets = (row: ConnectionRow): Record<string, string> => {
    try {
      return secretsOf(row);
    } catch {
      return {};
    }
  };
  const complete = async (kind: ConnectionKind, draft: ConnectionDraft): Promise<AnyConnection> => {
    const environmentConnection = environment[kind];
    if (environmentConnection) return fromEnvironment(environmentConnection);
    const row = await connectionStore.findRow(db, kind);
    const stored = row ? storedSecrets(row) : {};
    const entered = Object.fromEntries(Object.entries(draft.secrets).filter(([, secret]) => secret !== ""));
    const all = { ...draft, secrets: { ...stored, ...entered } };
    const checked = checkConnection(kind, all, policy);
    const { destination = [] }: ConnectionDefinition = CONNECTIONS[kind];
    const isMoved = destination.some((name) => row && checked.settings[name] !== row.settings[name]);
    if (isMoved && Object.keys(stored).some((name) => !(name in entered)))
      throw new ApiError(
        "bad_request",
        "This would send the stored secrets to another address. Enter them again, so that no one else can redirect them.",
      );
    const since = (row?.enabled && row.connectedAt?.getTime()) || now();
    return { ...checked, policy, since, changedAt: row?.updatedAt?.getTime() ?? now() };
  };
  const write = async (
    kind: ConnectionKind,
    edit: Omit<Edit<ConnectionWrite>, "key">,
    by: { actor: string; isRisky: boolean },
  ) => {
    const author = { ...by, now: now(), kind, secretsKey: keys.current };
    await connectionStore.change(db, { key: kind, ...edit }, author);
    await announce();
  };
  return {
    // The schemas of the kind were checked when it was written, and `Connection` has the types of those schemas.
    read: (kind) => (current.get(kind) as Connection<typeof kind> | undefined) ?? null,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async describe() {
      const rows = new Map((await readConnections()).map((row) => [row.kind, row]));
      return CONNECTION_KINDS.map((kind) => describeConnection(kind, rows.get(kind), environment[kind]));
    },
    complete: (kind, draft) => complete(kind, draft) as Promise<Connection<typeof kind>>,
    async save(kind, { revision, acceptsScriptRisk = false, ...draft }, actor) {
      rejectIfSet(environment, kind);
      const connected = await complete(kind, draft);
      const isRisky = !hasOwnHost && changesScripts(kind, connected, current.get(kind));
      if (isRisky && !acceptsScriptRisk) throw new ApiError("confirmation_required", SCRIPT_RISK);
      const entered = Object.keys(draft.secrets).filter((name) => draft.secrets[name] !== "");
      await write(kind, { revision, definition: { connected, entered } }, { actor, isRisky });
    },
    async disconnect(kind, revision, actor) {
      rejectIfSet(environment, kind);
      const definition = { connected: null, entered: [] };
      await write(kind, { revision, definition }, { actor, isRisky: false });
    },
    recordResult,
    async stop() {
      listeners.clear();
      await stop();
    },
  };
}

/** Whether another script will run in documents of the site, or a different account of its vendor will control it. */
function changesScripts(kind: ConnectionKind, next: AnyConnection, before: AnyConnection | undefined) {
  const { runsScripts }: ConnectionDefinition = CONNECTIONS[kind];
  return runsScripts === true && !isDeepStrictEqual(next.settings, before?.settings);
}

/** Operators may use tools in their own network. */
function fromEnvironment({ settings, secrets }: EnvironmentConnection): AnyConnection {
  return { settings, secrets, policy: "private", since: 0, changedAt: 0 };
}

function rejectIfSet(environment: EnvironmentConnections, kind: ConnectionKind): void {
  const variables = environment[kind]?.variables;
  if (variables)
    throw new ApiError(
      "conflict",
      `The environment sets this connection. Remove ${variables.join(", ")} and restart the server to change it here.`,
    );
}
