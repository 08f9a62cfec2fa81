import { accessSync, constants } from "node:fs";
import { run } from "./run.mjs";

const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * A Chromium to test with: `CHROME_PATH`, else one in the usual places, else installed by apt where this user may.
 * @returns {Promise<string>} its path; ends the process with one line when there is none.
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && isExecutable("/usr/bin/apt-get")) {
    console.log("Installing Chromium for the browser tests …");
    await run("sh", [
      "-c",
      "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null",
    ]);
  }
  const installed = findChromium();
  if (installed) return installed;
  console.error(
    "The browser tests need Chromium: install it (apt install chromium) or name one in CHROME_PATH.",
  );
  process.exit(1);
}

function findChromium() {
  const named = process.env.CHROME_PATH;
  if (named && !isExecutable(named)) {
    console.error(`CHROME_PATH=${named} is no program. Name a Chromium, or unset it to have one looked for.`);
    process.exit(1);
  }
  return named ?? USUAL_PLACES.find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
