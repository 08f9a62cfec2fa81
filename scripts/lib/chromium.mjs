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

/** Headless Chromium: the same engine with half of the CPU time. */
const SHELL_PLACES = ["/usr/bin/chromium-headless-shell"];

/**
 * Finds a Chromium for the tests: `CHROME_PATH`, otherwise one in the usual places, otherwise installed by apt if this
 * user can. Exits with a one-line error if there is none.
 * @returns {Promise<string>} its path.
 */
export async function ensureChromium() {
  const found = findChromium() ?? (await install("chromium", findChromium));
  if (found) return found;
  console.error(
    "The browser tests need Chromium: install it (apt install chromium) or name one in CHROME_PATH.",
  );
  process.exit(1);
}

/**
 * Finds a headless Chromium: `HEADLESS_SHELL_PATH`, otherwise one in the usual place, otherwise installed by apt if
 * this user can.
 * @param {string} chromium fallback if there is none.
 * @returns {Promise<string>} its path.
 */
export async function ensureHeadlessShell(chromium) {
  return findHeadlessShell() ?? (await install("chromium-headless-shell", findHeadlessShell)) ?? chromium;
}

const findChromium = () => find("CHROME_PATH", USUAL_PLACES);
const findHeadlessShell = () => find("HEADLESS_SHELL_PATH", SHELL_PLACES);

function find(variable, places) {
  const named = process.env[variable];
  if (named && !isExecutable(named)) {
    console.error(
      `${variable}=${named} is not an executable. Set it to a Chromium binary, or unset it to search for one.`,
    );
    process.exit(1);
  }
  return named ?? places.find(isExecutable);
}

async function install(debianPackage, find) {
  if (process.getuid?.() !== 0 || !isExecutable("/usr/bin/apt-get")) return undefined;
  console.log(`Installing ${debianPackage} for the browser tests …`);
  await run("sh", [
    "-c",
    `apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ${debianPackage} >/dev/null`,
  ]);
  return find();
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
