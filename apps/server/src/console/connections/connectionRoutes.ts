import { CONNECTIONS, type ConnectionKind } from "@marquee/contract/schema";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireOwner } from "../../accounts/requireRole.ts";
import type { Connections } from "../../connections/startConnections.ts";
import { ApiError } from "../../errors/apiError.ts";
import { addRoute, strictBody } from "../../http/consoleRoute.ts";

interface ConnectionRoutesOptions {
  connections: Pick<Connections, "describe" | "save" | "disconnect">;
}

const EXACT = { validatorCompiler: strictBody };

/** Connections to other tools. Only owners see and change them: their settings name internal systems, and their secrets give access to others. */
export function connectionRoutes({ connections }: ConnectionRoutesOptions) {
  const list = async () => ({ connections: await connections.describe() });
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /connections", async (request) => {
      ownerOf(request);
      return list();
    });

    addRoute(
      scope,
      "PUT /connections/:kind",
      async (request) => {
        await connections.save(kindOf(request.params.kind), request.body, ownerOf(request));
        return list();
      },
      EXACT,
    );

    addRoute(
      scope,
      "POST /connections/:kind/disconnect",
      async (request) => {
        await connections.disconnect(kindOf(request.params.kind), request.body.revision, ownerOf(request));
        return list();
      },
      EXACT,
    );
  };
}

/** Email address of the account. @throws {ApiError} forbidden unless it is an owner's. */
function ownerOf(request: Pick<FastifyRequest, "account">): string {
  return requireOwner(request, "connect other tools").email;
}

function kindOf(name: string): ConnectionKind {
  if (Object.hasOwn(CONNECTIONS, name)) return name as ConnectionKind;
  throw new ApiError("not_found", "There is no such connection. Reload the page.");
}
