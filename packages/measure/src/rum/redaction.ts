import type { RumEvent, RumPlugin } from "@datadog/browser-rum-slim";
import { type RecordingSettings, redactText, redactUrl } from "@marquee/contract";
import type { FilterAddress } from "../privacy/filterAddress.ts";
import { usableSelectors } from "../sampling/recordingSettings.ts";

/** A URL in text, up to a character that browsers' URLs never contain. */
const STRETCH = /https?:\/\/[^\s"<>]+/gi;
/** A URL in text, also ending at quotes and parentheses. Text puts these around URLs, but a URL may contain them too. */
const ADDRESS_IN_TEXT = /https?:\/\/[^\s"'`<>()]+/gi;
/** Line and column, as in stack traces. */
const POSITION = /:\d+:\d+$/;
const PUNCTUATION = new Set([..."'`()[]{},.;:!?"]);

type Settings = Pick<RecordingSettings, "privacyLevel" | "blockSelectors">;

const ADDRESS = /^https?:\/\/\S+$/i;

/** User data set by the page keeps complete email addresses, so that the operator can find people. */
const USER = new Set(["usr", "account"]);
const WHOLE_EMAIL = /^[^\s@]+@[^\s@/?#=&]+$/;

/**
 * Masks every URL within `value`, in place: views, resources, referrers, scripts, and URLs in text such as
 * stacks. Email addresses are removed from texts.
 */
export function redactAddresses(value: object, filterAddress: FilterAddress, isOfUser = false): void {
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === "string" && !(isOfUser && WHOLE_EMAIL.test(inner)))
      Reflect.set(value, key, redactString(inner, filterAddress));
    else if (typeof inner === "object" && inner !== null)
      redactAddresses(inner, filterAddress, isOfUser || USER.has(key));
  }
}

/** Filters a URL as a whole first; if no rule matches, also the URLs inside it. */
function redactString(text: string, filterAddress: FilterAddress): string {
  const whole = ADDRESS.test(text) ? filterAddress(text) : text;
  return whole === text || whole === redactUrl(text) ? redactWithin(text, filterAddress) : whole;
}

/**
 * Redacts an error's causes and component stack. The client ignores changes of both in `beforeSend`, so a
 * plugin runs before that and replaces them, cause by cause.
 */
export function redactErrors(filterAddress: FilterAddress): RumPlugin {
  return {
    name: "marquee-redact-errors",
    onInit({ registerAssembleEventHook }) {
      registerAssembleEventHook(({ rawRumEvent }) => {
        if (rawRumEvent.type !== "error") return "SKIPPED";
        const { causes, component_stack } = rawRumEvent.error;
        const error = {
          ...(causes && { causes: causes.map((cause) => ({ ...cause })) }),
          ...(component_stack && { component_stack }),
        };
        redactAddresses(error, filterAddress);
        return { type: "error", error };
      });
    },
  };
}

/**
 * Datadog's name for the privacy level. As in recordings, an invalid selector cannot block its elements, so all text is masked; every level
 * but `mask-user-input` masks all text too.
 * @param test throws for an invalid selector
 */
export function choosePrivacy(
  { privacyLevel, blockSelectors }: Settings,
  test: (selector: string) => void,
): "mask-user-input" | "mask" {
  const isUnderstood = usableSelectors(blockSelectors, test).length === blockSelectors.length;
  return privacyLevel === "mask-user-input" && isUnderstood ? "mask-user-input" : "mask";
}

/**
 * Removes the name of an action unless an attribute sets it. Datadog's client names clicks after page text,
 * which may come from blocked elements or repeat what was typed. The selector identifies the element.
 */
export function hideActionName(event: RumEvent): void {
  if (event.type !== "action" || !event.action.target) return;
  if (event._dd.action?.name_source !== "custom_attribute") event.action.target.name = "";
}

/**
 * Redacts URLs in a text such as an error's stack, and email values between them. Lines and positions after
 * URLs are kept.
 */
function redactWithin(text: string, filterAddress: FilterAddress): string {
  let redacted = "";
  let end = 0;
  for (const { 0: stretch, index } of text.matchAll(STRETCH)) {
    redacted += redactText(text.slice(end, index)) + redactRun(stretch, filterAddress);
    end = index + stretch.length;
  }
  return redacted + redactText(text.slice(end));
}

/** Redacts the whole match if a rule matches it; otherwise also the narrower URLs inside it. */
function redactRun(stretch: string, filterAddress: FilterAddress): string {
  const whole = redactAddress(stretch, filterAddress);
  if (whole.isKnown) return whole.text;
  return whole.text.replace(ADDRESS_IN_TEXT, (address) => redactAddress(address, filterAddress).text);
}

/**
 * Filters a URL without the trailing punctuation and the position, and keeps both. If no rule matches, tries again with the position as part
 * of the URL. `isKnown` says whether a rule matched.
 */
function redactAddress(match: string, filterAddress: FilterAddress): { text: string; isKnown: boolean } {
  const full = match.slice(0, endOfAddress(match));
  const address = full.replace(POSITION, "");
  const [rest, position] = [match.slice(full.length), full.slice(address.length)];
  const filtered = filterAddress(address);
  if (filtered !== redactUrl(address)) return { text: filtered + position + rest, isKnown: true };
  const filteredFull = filterAddress(full);
  if (filteredFull !== redactUrl(full)) return { text: filteredFull + rest, isKnown: true };
  return { text: filtered + position + rest, isKnown: false };
}

function endOfAddress(match: string): number {
  let end = match.length;
  while (PUNCTUATION.has(match.charAt(end - 1))) end -= 1;
  return end;
}
