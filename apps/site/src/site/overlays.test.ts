import { expect, it } from "vitest";
import { OVERLAY_NAMES, parseOverlayName } from "./overlays.ts";

it.each(OVERLAY_NAMES)("parses %s", (name) => {
  expect(parseOverlayName(name)).toBe(name);
});

it.each(["", "constructor", "__proto__", " sign-up", "Sign-Up", "<script>", null, undefined])(
  "has no overlay named %s",
  (text) => {
    expect(parseOverlayName(text)).toBe(null);
  },
);
