import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";

const SHELL = "/usr/bin/chromium-headless-shell";

/** Path of Chromium itself. */
export const CHROMIUM = process.env.CHROME_PATH ?? "/usr/bin/chromium";

/** Path of the headless shell, which takes half the processor time but has no back/forward cache. */
export const HEADLESS_SHELL = process.env.HEADLESS_SHELL_PATH ?? (existsSync(SHELL) ? SHELL : CHROMIUM);

/** For `test.use`: enables the back/forward cache, which Playwright disables. */
export const WITH_BACK_FORWARD_CACHE = {
  launchOptions: async (
    { launchOptions }: { launchOptions: LaunchOptions },
    use: (options: LaunchOptions) => Promise<void>,
  ) =>
    use({ ...launchOptions, executablePath: CHROMIUM, ignoreDefaultArgs: ["--disable-back-forward-cache"] }),
};
