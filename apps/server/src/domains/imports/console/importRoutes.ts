import { cutText } from "@marquee/contract";
import { MAX_IMPORT_BYTES } from "@marquee/contract/schema";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { oneAtATime } from "../../../platform/http/oneAtATime.ts";
import { pathId } from "../../../platform/http/pathId.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import type { CurrentSite } from "../../site/startSite.ts";
import {
  type ImportStores,
  importHistory,
  listImports,
  previewImport,
  undoHistoryImport,
} from "../importStore.ts";

const FILE = "application/octet-stream";
/** The body is bytes, which schemas don't describe. */
const NOT_VALIDATED = { validatorCompiler: () => () => true };
const NAME_MAX_LENGTH = 200;

/** History from other systems, imported by editors from files of up to 50 MB. */
export function importRoutes({
  site,
  ...otherStores
}: Omit<ImportStores, "site"> & { site: Pick<CurrentSite, "current"> }) {
  const stores = { ...otherStores, site: site.current };
  return async (scope: FastifyInstance): Promise<void> => {
    const takeTurn = oneAtATime();
    scope.addContentTypeParser(
      FILE,
      { parseAs: "buffer", bodyLimit: MAX_IMPORT_BYTES },
      (_request, body, done) => done(null, body),
    );

    addRoute(scope, "GET /imports", async () => {
      return listImports(stores);
    });

    addRoute(
      scope,
      "POST /imports/preview",
      (request) => takeTurn(() => previewImport(stores, uploadOf(request))),
      NOT_VALIDATED,
    );

    addRoute(
      scope,
      "POST /imports",
      async (request) => {
        const { email: actor } = request.account;
        return takeTurn(() => importHistory(stores, uploadOf(request), { actor }));
      },
      NOT_VALIDATED,
    );

    addRoute(scope, "POST /imports/:id/undo", async (request) => {
      const { email: actor } = request.account;
      await undoHistoryImport(stores, pathId(request.params.id), { actor });
      return {};
    });
  };
}

function uploadOf({ body, query }: Pick<FastifyRequest, "body" | "query">) {
  if (!Buffer.isBuffer(body))
    throw new ApiError("unsupported", `Send the file itself with Content-Type: ${FILE}.`);
  const { name } = query as { name?: unknown };
  const fileName = typeof name === "string" ? cutText(name.replace(/\p{Cc}/gu, ""), NAME_MAX_LENGTH) : "";
  return { bytes: body, name: fileName || "import" };
}
