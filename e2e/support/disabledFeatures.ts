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
