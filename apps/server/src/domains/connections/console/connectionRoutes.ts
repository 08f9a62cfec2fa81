import { isDeepStrictEqual } from "node:util";
import type { Json } from "@marquee/contract";
import { CONNECTIONS, type ConnectionKind, type ConnectionTestResponse } from "@marquee/contract/schema";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { hasOwnHost } from "../../../platform/http/hosts.ts";
import type { Account } from "../../accounts/accounts.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { requirePermission } from "../../accounts/requireRole.ts";
import type { ConnectionDraft } from "../checkConnection.ts";
import type { Connections } from "../startConnections.ts";
import { CONNECTION_TESTS } from "./connectionTests.ts";

interface ConnectionRoutesOptions {
  connections: Pick<Connections, "describe" | "read" | "complete" | "save" | "disconnect" | "recordResult">;
  publicUrl: string;
  consoleUrl: string;
}

/** Connections to other tools. Only owners see and change them: their settings name internal systems, and their secrets give access to others. */
export function connectionRoutes({ connections, ...hosts }: ConnectionRoutesOptions) {
  const list = async () => ({ connections: await connections.describe(), hasOwnHost: hasOwnHost(hosts) });
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /connections", async (request) => {
      ownerOf(request);
      return list();
    });

    addRoute(scope, "PUT /connections/:kind", async (request) => {
      await connections.save(kindOf(request.params.kind), draftOf(request.body), ownerOf(request));
      return list();
    });

    addRoute(scope, "POST /connections/:kind/test", async (request) => {
      const owner = request.account;
      return test(connections, kindOf(request.params.kind), { draft: draftOf(request.body), owner });
    });

    addRoute(scope, "POST /connections/:kind/disconnect", async (request) => {
      await connections.disconnect(kindOf(request.params.kind), request.body.revision, ownerOf(request));
      return list();
    });
  };
}

/** Tests what was entered. The result is stored if it equals the connected configuration. */
async function test<Kind extends ConnectionKind>(
  connections: ConnectionRoutesOptions["connections"],
  kind: Kind,
  { draft, owner }: { draft: ConnectionDraft; owner: Account },
): Promise<ConnectionTestResponse> {
  const connection = await connections.complete(kind, draft);
  const result = await CONNECTION_TESTS[kind](connection, owner);
  if (isDeepStrictEqual(connection, connections.read(kind)))
    await connections.recordResult(kind, result.isWorking ? null : (result.error ?? ""));
  return result;
}

/** A connection's secrets are separate from its definition, which is in the change history. */
const draftOf = <Body extends { definition: Record<string, Json> }>({
  definition: settings,
  ...body
}: Body) => ({ ...body, settings });

/** Email address of the account. @throws {ApiError} forbidden unless it is an owner's. */
function ownerOf(request: Pick<FastifyRequest, "account">): string {
  return requirePermission(request, "connect").email;
}

function kindOf(name: string): ConnectionKind {
  if (Object.hasOwn(CONNECTIONS, name)) return name as ConnectionKind;
  throw new ApiError("not_found", "This connection doesn't exist. Reload the page.");
}
