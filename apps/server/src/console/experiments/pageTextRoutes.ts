import type { SiteEntry } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../errors/apiError.ts";
import type { Surroundings } from "../../experiments/checks/checkDefinition.ts";
import { addRoute } from "../../http/consoleRoute.ts";

interface PageTextRoutesOptions {
  listPageTexts: SiteEntry["listPageTexts"];
  readPageText?: Surroundings["readPageText"];
}

/** The pages whose texts can vary, and those texts as they are written. */
export function pageTextRoutes({ listPageTexts, readPageText }: PageTextRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /page-texts", async () => ({ pages: listPageTexts() }));

    addRoute(scope, "GET /page-texts/:page", async ({ params }) => {
      const text = await readPageText?.(params.page);
      if (!text) throw new ApiError("not_found", `There is no page ${params.page} with editable text.`);
      return text;
    });
  };
}
