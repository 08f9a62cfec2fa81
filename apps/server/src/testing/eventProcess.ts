import { join } from "node:path";

const folder = join(import.meta.dirname, "../../../../node_modules/.cache/marquee");

/** A module bundled with its imports by `bundleEventProcess.ts`. */
const bundled = (file: string) => ({ folder, file, entry: join(folder, file), execArgv: [] });

/** The embedded event store's process. */
export const eventProcess = bundled("chdbProcess.mjs");

/** The process that receives events. */
export const ingestProcess = bundled("ingestProcess.mjs");

/** The whole server, for `forkApp`. */
export const appServer = bundled("appServer.mjs");

/** `npm run reset-password`. */
export const resetPasswordCommand = bundled("resetPassword.mjs");
