import { inject } from "vitest";
import { TEST_POSTGRES } from "./testDatabase.ts";

/* Vitest's setup file of the project "postgres": the tests' record stores are databases of its server. */
process.env[TEST_POSTGRES] = inject("postgresUrl");
