import { CONSENT_COOKIE, CONSENT_GROUPS } from "@marquee/contract";
import { describe, expect, it, vi } from "vitest";
import { createFakeCookies } from "../testing/fakes.ts";
import { createConsent } from "./consent.ts";

let receipts = 0;
/** A unique receipt ID per call, as in the browser. */
const createReceiptId = () => `00000000-0000-4000-8000-${String(++receipts).padStart(12, "0")}`;
const NOW = 1_800_000_000_000;
const { necessary, analytics, functional, marketing } = CONSENT_GROUPS;

function open({ cookies = createFakeCookies(), isPrivacyControlOn = false, isGrantedByRegion = false } = {}) {
  const announce = vi.fn();
  const consent = createConsent({
    cookies,
    isPrivacyControlOn,
    isGrantedByRegion,
    now: () => NOW,
    createReceiptId,
    announce,
  });
  return { cookies, consent, announce };
}

describe("createConsent", () => {
  it("is open and writes nothing before a decision", () => {
    const { consent, cookies, announce } = open();
    expect([necessary, analytics, functional, marketing].map(consent.stateOf)).toEqual([
      "granted",
      "unknown",
      "unknown",
      "unknown",
    ]);
    expect(consent.isOpen()).toBe(true);
    expect([cookies.writes, announce.mock.calls.length]).toEqual([0, 0]);
  });

  it("stores a decision for the next document and notifies subscribers and other tabs", () => {
    const { consent, cookies, announce } = open();
    const listener = vi.fn();
    consent.subscribe(listener);
    consent.decide([analytics]);
    expect([consent.stateOf(analytics), consent.stateOf(marketing), consent.isOpen()]).toEqual([
      "granted",
      "denied",
      false,
    ]);
    expect([listener.mock.calls.length, announce.mock.calls.length]).toEqual([1, 1]);
    const next = open({ cookies }).consent;
    expect([next.isGranted(analytics), next.isGranted(marketing), next.isOpen()]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("lists each group once, whether or not the necessary one is among the granted groups", () => {
    const { consent } = open();
    for (const granted of [Object.values(CONSENT_GROUPS), [analytics, functional, marketing]]) {
      consent.decide(granted);
      expect(consent.decision()?.groups).toEqual([necessary, analytics, functional, marketing]);
    }
  });

  it("treats Global Privacy Control as denied, without asking or writing, until the visitor decides", () => {
    const { consent, cookies } = open({ isPrivacyControlOn: true });
    expect([consent.stateOf(analytics), consent.isOpen(), cookies.writes]).toEqual(["denied", false, 0]);
    consent.decide([analytics]);
    expect(open({ cookies, isPrivacyControlOn: true }).consent.isGranted(analytics)).toBe(true);
  });

  it("treats the region's default as granted, without asking or writing, until the visitor decides", () => {
    const { consent, cookies } = open({ isGrantedByRegion: true });
    expect([consent.stateOf(analytics), consent.isOpen(), consent.decision()]).toEqual([
      "granted",
      false,
      null,
    ]);
    expect(cookies.writes).toBe(0);
    consent.decide([]);
    expect([consent.isGranted(analytics), consent.isOpen()]).toEqual([false, false]);
    expect(open({ cookies, isGrantedByRegion: true }).consent.isGranted(analytics)).toBe(false);
  });

  it("gives Global Privacy Control priority over the region's default", () => {
    const { consent } = open({ isPrivacyControlOn: true, isGrantedByRegion: true });
    expect([consent.stateOf(analytics), consent.isOpen()]).toEqual(["denied", false]);
  });

  it("applies a decision from another tab once", () => {
    const cookies = createFakeCookies();
    const { consent } = open({ cookies });
    const listener = vi.fn();
    consent.subscribe(listener);
    open({ cookies }).consent.decide([]);
    consent.refresh();
    consent.refresh();
    expect([consent.stateOf(analytics), consent.isOpen(), listener.mock.calls.length]).toEqual([
      "denied",
      false,
      1,
    ]);
  });

  it.each(["", "1", "yes", "1.x.1.", "1.m3.1.C0002;C0003", "1.m3.999.C0001-C0002", "2.m3.1.C0001"])(
    "asks again for the invalid cookie value %j",
    (value) => {
      const cookies = createFakeCookies(new Map([[CONSENT_COOKIE, value]]));
      expect(open({ cookies }).consent.isOpen()).toBe(true);
      expect(cookies.writes).toBe(0);
    },
  );
});
