/** Features that Playwright itself disables. Chromium uses only the last of several such lists. */
const BY_PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

/** Suggestions of the address bar, which headless Chromium does not show: two documents per window, 33% of all processor time. */
const ADDRESS_BAR = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

/** Chromium's flag that disables everything tests do not need. */
export const DISABLED_FEATURES = `--disable-features=${[...BY_PLAYWRIGHT, ...ADDRESS_BAR].join(",")}`;

/**
 * V8 keeps the line numbers of all code. While DevTools are attached, which Playwright is, it would otherwise parse a script again at the first
 * error or request that comes from it: up to 50 ms for the site's largest one, which does not happen for visitors.
 */
export const KEEP_LINE_NUMBERS = "--js-flags=--no-enable-lazy-source-positions";

/**
 * The same for tests, whose pages live for seconds: V8 optimizes code only after ten times as many runs as usual, because optimizing most code would
 * take longer than it runs.
 */
export const OPTIMIZE_LESS = `${KEEP_LINE_NUMBERS} --invocation-count-for-maglev=4000 --invocation-count-for-turbofan=30000`;
