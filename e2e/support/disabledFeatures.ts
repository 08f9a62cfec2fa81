/** What Playwright switches off in Chromium by itself; of two such lists, Chromium takes the last one only. */
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

/** Suggestions below an address bar that headless Chromium does not show: two documents for each window, a third of all processor time. */
const ADDRESS_BAR = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

/** Chromium's switch for all that tests need nothing of. */
export const DISABLED_FEATURES = `--disable-features=${[...BY_PLAYWRIGHT, ...ADDRESS_BAR].join(",")}`;
