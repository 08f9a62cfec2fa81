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

/** Suggestions of the address bar, which headless Chromium does not show: two documents per window, a third of all processor time. */
const ADDRESS_BAR = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

/** Chromium's flag that disables everything tests do not need. */
export const DISABLED_FEATURES = `--disable-features=${[...BY_PLAYWRIGHT, ...ADDRESS_BAR].join(",")}`;

/**
 * V8 keeps the line numbers of all code. While DevTools are attached, which Playwright is, it would otherwise parse a script again at the first
 * error or request that comes from it: up to 50 ms for the site's largest one, which visitors do not pay.
 */
export const KEEP_LINE_NUMBERS = "--js-flags=--no-enable-lazy-source-positions";

/**
 * The same for tests, whose pages live for seconds: V8 optimizes only what runs ten times as often as usual, because most code would run no longer than
 * that takes.
 */
export const OPTIMIZE_LESS = `${KEEP_LINE_NUMBERS} --invocation-count-for-maglev=4000 --invocation-count-for-turbofan=30000`;
