import type { ConnectionState } from "@marquee/contract/schema";
import { useRef, useState } from "react";
import { ApiError, request } from "../../shared/api/request.ts";
import { routeKey } from "../../shared/api/useRoute.ts";
import { type Draft, useDraft } from "../../shared/draft/useDraft.ts";

export interface ConnectionEdit {
  edited: Draft<ConnectionState>;
  /** Secrets that were typed. They are not part of the draft, because its changes are displayed. */
  secrets: Record<string, string>;
  setSecret: (name: string, secret: string) => void;
  /** Why the server asks for a confirmation before it saves; null if it does not. */
  risk: string | null;
  /** Saves, and confirms that the owner accepts the risk. */
  saveAtRisk: () => void;
}

/** @throws {ApiError} for a kind that does not exist. */
export async function loadConnection(kind: string): Promise<ConnectionState> {
  return find((await request("GET /connections")).connections, kind);
}

/** The draft of a connection, and the secrets that were typed. */
export function useConnectionDraft(first: ConnectionState): ConnectionEdit {
  const { kind } = first;
  const [secrets, setSecrets] = useState<Record<string, string>>({});
  const typed = useRef(secrets);
  typed.current = secrets;
  const acceptsScriptRisk = useRef(false);
  const edited = useDraft<ConnectionState>(
    {
      entity: "connection",
      keyOf: () => kind,
      queryKeyOf: () => routeKey("GET /connections", kind),
      load: () => loadConnection(kind),
      save: async (change) => {
        const isAccepted = acceptsScriptRisk.current;
        acceptsScriptRisk.current = false;
        const body = { ...change, secrets: typed.current, ...(isAccepted && { acceptsScriptRisk: true }) };
        const { connections } = await request("PUT /connections/:kind", { params: { kind }, body });
        setSecrets({});
        return find(connections, kind);
      },
    },
    first,
  );
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
  };
}

function find(connections: readonly ConnectionState[], kind: string): ConnectionState {
  const connection = connections.find((each) => each.kind === kind);
  if (connection) return connection;
  throw new ApiError(404, "This connection doesn't exist. Choose one from the list.");
}
