import { DEFAULT_RECORDING_SETTINGS } from "@marquee/contract";
import { startHeatmaps } from "../../../packages/measure/src/heatmaps/startHeatmaps.ts";

declare global {
  interface Window {
    heatmaps: ReturnType<typeof startHeatmaps>;
  }
}

document.querySelector("#live")?.addEventListener("click", (event) => {
  if (event.target instanceof HTMLElement) event.target.dataset.clicked = "yes";
});

window.heatmaps = startHeatmaps({
  endpoint: "",
  writeKey: "a key",
  deviceId: "device",
  sessionId: 1_700_000_000_000,
  now: Date.now,
  settings: {
    ...DEFAULT_RECORDING_SETTINGS,
    blockSelectors: [".bill", "!"],
    addressRules: [{ pattern: "*/account/*", replacement: "/account" }],
  },
});
