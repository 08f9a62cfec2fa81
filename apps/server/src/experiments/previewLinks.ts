import { createHmac, timingSafeEqual } from "node:crypto";
import { type ExperimentDefinition, PREVIEW_PARAMETER } from "@marquee/contract";
import { RecordsUnavailableError } from "../errors/recordsError.ts";
import type { Preview } from "../flags/siteFlagValues.ts";
import type { Flags } from "../flags/startFlags.ts";
import type { SigningKey } from "../storage/records/signingKeys.ts";
import type { CheckContext } from "./checks/checkDefinition.ts";

/** 128 bits, encoded as 22 characters of base64url. */
const SIGNATURE_BYTES = 16;
const PREVIEW_PATTERN = /^([a-z0-9-]{1,60})\.([a-z0-9-]{1,60})\.([A-Za-z0-9_-]{22})$/;

/** Keys of the experiment and variation that a preview link shows. */
export interface PreviewKeys {
  experiment: string;
  variation: string;
}

/**
 * One link per variation, in order. Everyone who opens a link sees its variation.
 * @param path of the page that shows the experiment.
 */
export function createPreviewLinks(
  signingKey: SigningKey,
  { key, variations }: Pick<ExperimentDefinition, "key" | "variations">,
  path: string,
): { variation: string; url: string }[] {
  return variations.map((variation) => {
    const signature = signatureOf(signingKey, { experiment: key, variation: variation.key });
    const value = `${key}.${variation.key}.${signature.toString("base64url")}`;
    return { variation: variation.key, url: `${path}?${PREVIEW_PARAMETER}=${value}` };
  });
}

/**
 * Parses a preview link; null if the signature is invalid. Does not check that the experiment still exists.
 * @param query the value of {@link PREVIEW_PARAMETER}, or whatever the request contains.
 */
export function readPreview(key: SigningKey, query: unknown): PreviewKeys | null {
  const found = typeof query === "string" ? PREVIEW_PATTERN.exec(query) : null;
  if (!found) return null;
  const [, experiment = "", variation = "", given = ""] = found;
  const preview = { experiment, variation };
  const bytes = Buffer.from(given, "base64url");
  const expected = signatureOf(key, preview);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected) ? preview : null;
}

/**
 * Creates a function that parses a preview link's parameter. It returns null if the signature is invalid or can't be checked yet, or the experiment or
 * variation no longer exists.
 */
export function createPreviewReader(key: SigningKey, flags: Pick<Flags, "findExperiment">) {
  return (parameter: string): Preview | null => {
    const asked = readIfPossible(key, parameter);
    const experiment = asked && flags.findExperiment(asked.experiment);
    const isThere = experiment?.definition.variations.some(({ key }) => key === asked?.variation);
    return asked && experiment && isThere ? { experiment, variation: asked.variation } : null;
  };
}

/** Pages do not wait for the record store. */
function readIfPossible(key: SigningKey, parameter: string): PreviewKeys | null {
  try {
    return readPreview(key, parameter);
  } catch (error) {
    if (error instanceof RecordsUnavailableError) return null;
    throw error;
  }
}

function signatureOf(key: SigningKey, { experiment, variation }: PreviewKeys): Buffer {
  return createHmac("sha256", key())
    .update(`${experiment}.${variation}`)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
}

/** Path of the page that previews an experiment; null if the page no longer exists. */
export function previewPath(
  { kind, page }: Pick<ExperimentDefinition, "kind" | "page">,
  { pathOfPage }: Pick<CheckContext, "pathOfPage">,
): string | null {
  if (kind === "flag") return "/";
  if (kind === "redirect") return page;
  return pathOfPage(page) ?? null;
}
