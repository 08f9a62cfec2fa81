import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./run.mjs";

/** Reads `.env`, if there is one; what the environment already says wins. */
export function loadEnvironment() {
  const file = join(ROOT, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}
