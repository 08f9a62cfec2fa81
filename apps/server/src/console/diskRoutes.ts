import type { FastifyInstance } from "fastify";
import { addRoute } from "../accounts/addRoute.ts";
import type { Disk } from "../storage/disk.ts";

/** Free space on the disk of the server instance that responds, for the banner over all screens. */
export function diskRoutes(disk: Disk) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /disk", async () => {
      return disk.state();
    });
  };
}
