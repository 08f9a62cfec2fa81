import type { Json } from "@marquee/contract";
import type { ConnectionKind, ConnectionState } from "@marquee/contract/schema";
import { useRef, useState } from "react";
import { ApiError, request } from "../../shared/api/request.ts";
import { routeKey } from "../../shared/api/useRoute.ts";
import { type Draft, type Editable, useDraft } from "../../shared/draft/useDraft.ts";

/** Settings by name, and the kind as key. */
type KeyedSettings = Record<string, Json> & { key: string };

export interface StoredConnection extends Editable<KeyedSettings> {
  connection: ConnectionState;
}

export interface ConnectionEdit {
  edited: Draft<KeyedSettings, StoredConnection>;
  /** Secrets that were typed. They are not part of the draft, whose changes are shown on the screen. */
  secrets: Record<string, string>;
  setSecret: (name: string, secret: string) => void;
  /** Settings of the draft. */
  settings: Record<string, Json>;
  /** Why the server asks for a confirmation before it saves; null if it does not. */
  risk: string | null;
  /** Saves, and says that the owner knows the risk. */
  saveAtRisk: () => void;
}

/** @throws {ApiError} for a kind that does not exist. */
export async function loadConnection(kind: string): Promise<StoredConnection> {
  return find((await request("GET /connections")).connections, kind);
}

/** The state that an editor starts from. */
function storedOf(connection: ConnectionState): StoredConnection {
  const { kind, settings, revision, updatedAt, updatedBy } = connection;
  return { definition: { ...settings, key: kind }, revision, updatedAt, updatedBy, connection };
}

/** The draft of a connection, and the secrets that were typed. */
export function useConnectionDraft(first: StoredConnection): ConnectionEdit {
  const [secrets, setSecrets] = useState<Record<string, string>>({});
  const typed = useRef(secrets);
  typed.current = secrets;
  const acceptsScriptRisk = useRef(false);
  const edited = useDraft<KeyedSettings, StoredConnection>(
    {
      entity: "connection",
      keyOf: (kind) => routeKey("GET /connections", kind),
      load: loadConnection,
      save: async ({ revision, definition }) => {
        const { key: kind, ...settings } = definition;
        const isAccepted = acceptsScriptRisk.current;
        acceptsScriptRisk.current = false;
        const body = {
          revision,
          settings,
          secrets: typed.current,
          ...(isAccepted && { acceptsScriptRisk: true }),
        };
        const { connections } = await request("PUT /connections/:kind", { params: { kind }, body });
        setSecrets({});
        return find(connections, kind);
      },
    },
    first,
  );
  const { key: _key, ...settings } = edited.draft;
  const { error } = edited;
  return {
    edited,
    risk: error instanceof ApiError && error.code === "confirmation_required" ? error.message : null,
    saveAtRisk() {
      acceptsScriptRisk.current = true;
      edited.save();
    },
    secrets,
    setSecret: (name, secret) => setSecrets((last) => ({ ...last, [name]: secret })),
    settings,
  };
}

function find(connections: readonly ConnectionState[], kind: string): StoredConnection {
  const connection = connections.find((each) => each.kind === (kind as ConnectionKind));
  if (connection) return storedOf(connection);
  throw new ApiError(404, "There is no such connection. Choose one from the list.");
}
