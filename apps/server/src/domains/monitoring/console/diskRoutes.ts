import type { FastifyInstance } from "fastify";
import type { Disk } from "../../../platform/storage/disk.ts";
import { addRoute } from "../../accounts/addRoute.ts";

/** Free space on the disk of the server instance that responds, for the banner above all screens. */
export function diskRoutes({ disk }: { disk: Disk }) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /disk", async () => {
      return disk.state();
    });
  };
}
