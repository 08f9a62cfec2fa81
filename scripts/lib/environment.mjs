import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./run.mjs";

/** Loads `.env` if it exists. Variables that are already set take precedence. */
export function loadEnvironment() {
  const file = join(ROOT, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}
