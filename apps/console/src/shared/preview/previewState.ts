import { PREVIEW_ATTRIBUTES, type PreviewChoices } from "@marquee/contract/schema";
import { writeHref } from "../address/writeHref.ts";

/** The state of one frame on the Preview screen. */
export interface PreviewState {
  /** Path of the page, with its language and a query if it has one. */
  path: string;
  choices: PreviewChoices;
}

export const PREVIEW_SCREEN = "/preview";

/** The URL of the Preview screen with this state, and optionally another one beside it. */
export function hrefOfPreview(state: PreviewState, beside?: PreviewState): string {
  const second = beside && formatState(beside);
  return writeHref(
    PREVIEW_SCREEN,
    new URLSearchParams({
      ...formatState(state),
      ...(second && { compare: "1", page2: second.page, choices2: second.choices }),
    }),
  );
}

/** A state as the parameters `page` and `choices` of a URL; empty choices mean what a new visitor sees now. */
export function formatState({ path, choices }: PreviewState): { page: string; choices: string } {
  const presentChoices = Object.entries(choices).filter(
    ([, value]) => value !== undefined && value !== false && !isEmpty(value),
  );
  return {
    page: path === "/" ? "" : path,
    choices: presentChoices.length > 0 ? JSON.stringify(Object.fromEntries(presentChoices)) : "",
  };
}

/**
 * Reads the state from a URL, which anyone may have edited. Invalid choices are dropped; the server checks the rest.
 */
export function parseState({ page, choices }: { page: string; choices: string }): PreviewState {
  const path = /^\/(?![/\\])/.test(page) ? page : "/";
  let parsed: unknown;
  try {
    parsed = JSON.parse(choices || "{}");
  } catch {
    parsed = {};
  }
  return { path, choices: isRecord(parsed) ? checked(parsed) : {} };
}

function checked(values: Record<string, unknown>): PreviewChoices {
  const { revision, draft, at, isMeasured, attributes, hasDismissedBanner, flags, variations } = values;
  const validAttributes = isRecord(attributes)
    ? Object.entries(attributes).filter(
        ([name, value]) =>
          (PREVIEW_ATTRIBUTES as readonly string[]).includes(name) &&
          ((typeof value === "string" && value !== "") || typeof value === "boolean"),
      )
    : [];
  return {
    ...(isWhole(revision) && { revision }),
    ...(isWhole(draft) && { draft }),
    ...(isWhole(at) && { at }),
    ...(isMeasured === true && { isMeasured }),
    ...(validAttributes.length > 0 && { attributes: Object.fromEntries(validAttributes) }),
    ...(hasDismissedBanner === true && { hasDismissedBanner }),
    ...(isRecord(flags) && { flags }),
    ...(isRecord(variations) && {
      variations: Object.fromEntries(
        Object.entries(variations).filter(([, key]) => typeof key === "string"),
      ) as Record<string, string>,
    }),
  };
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}
