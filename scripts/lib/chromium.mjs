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

/** Debian packages. */
const CHROMIUM = "chromium";
const HEADLESS_SHELL = "chromium-headless-shell";

/** Headless Chromium: the same engine with half of the CPU time. */
const SHELL_PLACES = ["/usr/bin/chromium-headless-shell"];

/**
 * Finds a Chromium: `CHROME_PATH`, otherwise one in the usual places, otherwise installed by apt if this user can. Exits with a one-line error
 * if there is none.
 * @returns {Promise<string>} its path.
 */
export async function ensureChromium() {
  await install(findChromium() ? [] : [CHROMIUM]);
  return findChromium() ?? exitWithoutChromium();
}

/**
 * Finds the browsers of the tests: Chromium as {@link ensureChromium} does, and a headless Chromium, `HEADLESS_SHELL_PATH`, in the same way.
 * @returns {Promise<{ chromium: string, headlessShell: string }>} their paths; Chromium's twice if there is no headless one.
 */
export async function ensureBrowsers() {
  const missing = [...(findChromium() ? [] : [CHROMIUM]), ...(findHeadlessShell() ? [] : [HEADLESS_SHELL])];
  await install(missing);
  const chromium = findChromium() ?? exitWithoutChromium();
  return { chromium, headlessShell: findHeadlessShell() ?? chromium };
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

/** @param {string[]} debianPackages */
async function install(debianPackages) {
  if (debianPackages.length === 0) return;
  if (process.getuid?.() !== 0 || !isExecutable("/usr/bin/apt-get")) {
    if (debianPackages.includes(CHROMIUM)) exitWithoutChromium();
    return;
  }
  const names = debianPackages.join(" ");
  console.log(`Installing ${names} for the browser tests …`);
  // One at a time, because older distributions have no headless Chromium.
  const installEach = `for name in ${names}; do apt-get install -y -qq $name >/dev/null; done`;
  await run("sh", ["-c", `apt-get update -qq && ${installEach}`], { DEBIAN_FRONTEND: "noninteractive" });
}

function exitWithoutChromium() {
  console.error(
    "The browser tests need Chromium: install it (apt install chromium) or name one in CHROME_PATH.",
  );
  process.exit(1);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
