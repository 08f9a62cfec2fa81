import { join } from "node:path";
import { productionParts } from "./productionParts.ts";
import { startServer } from "./startServer.ts";

await startServer(() => productionParts(join(import.meta.dirname, "..")));
