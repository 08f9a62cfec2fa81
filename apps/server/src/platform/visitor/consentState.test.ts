import {
  CONSENT_COOKIE,
  CONSENT_TEXT_VERSION,
  type ConsentGroup,
  formatConsentCookie,
} from "@marquee/contract";
import { expect, it } from "vitest";
import { consentStateOf } from "./consentState.ts";

const cookies = (groups: ConsentGroup[], textVersion = CONSENT_TEXT_VERSION) => {
  const decision = { groups, decidedAt: 0, textVersion, receiptId: "0".repeat(36) };
  return `a=1; ${CONSENT_COOKIE}=${formatConsentCookie(decision)}`;
};

it.each([
  ["granted", cookies(["C0001", "C0002"])],
  ["denied", cookies(["C0001"])],
  ["denied", cookies(["C0001", "C0003"])],
  ["undecided", cookies(["C0001", "C0002"], CONSENT_TEXT_VERSION + 1)],
  ["undecided", "a=1"],
  ["undecided", undefined],
])("is %s with cookies %j", (state, header) => {
  expect(consentStateOf(header)).toBe(state);
});
