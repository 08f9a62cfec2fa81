import { createHmac, timingSafeEqual } from "node:crypto";
import { type ExperimentDefinition, PREVIEW_PARAMETER } from "@marquee/contract";
import type { Preview } from "../flags/siteFlagValues.ts";
import type { Flags } from "../flags/startFlags.ts";
import type { Surroundings } from "./checks/checkDefinition.ts";

/** 12 bytes, 96 bits: as many as 16 characters of base64url hold. */
const SIGNATURE_BYTES = 12;
const PREVIEW_PATTERN = /^([a-z0-9-]{1,60})\.([a-z0-9-]{1,60})\.([A-Za-z0-9_-]{16})$/;

/** The variation that a link asks for, by keys. */
export interface PreviewKeys {
  experiment: string;
  variation: string;
}

/**
 * One link per variation, in order: shows it to whoever opens it.
 * @param path of the page on which it shows. @param signingKey that of `loadSigningKey(db, "previews")`.
 */
export function createPreviewLinks(
  signingKey: string,
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
export function readPreview(signingKey: string, query: unknown): PreviewKeys | null {
  const [, experiment = "", variation = "", given = ""] =
    (typeof query === "string" && PREVIEW_PATTERN.exec(query)) || [];
  const preview = { experiment, variation };
  // A missing signature is as long as no other, so that nothing is ever equal to it.
  const bytes = Buffer.from(given, "base64url");
  const expected = signatureOf(signingKey, preview);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected) ? preview : null;
}

/**
 * Makes what reads a preview link's parameter.
 * @returns a function whose answer is null for a link that is not ours, or whose experiment or variation is not there any more.
 */
export function createPreviewReader(signingKey: string, flags: Pick<Flags, "findExperiment">) {
  return (parameter: string): Preview | null => {
    const asked = readPreview(signingKey, parameter);
    const experiment = asked && flags.findExperiment(asked.experiment);
    const isThere = experiment?.definition.variations.some(({ key }) => key === asked?.variation);
    return asked && experiment && isThere ? { experiment, variation: asked.variation } : null;
  };
}

function signatureOf(signingKey: string, { experiment, variation }: PreviewKeys): Buffer {
  return createHmac("sha256", signingKey)
    .update(`${experiment}.${variation}`)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
}

/** Path of the page on which an experiment is to be looked at; null when that page is gone. */
export async function previewPath(
  { kind, page }: Pick<ExperimentDefinition, "kind" | "page">,
  { readPageText }: Pick<Surroundings, "readPageText">,
): Promise<string | null> {
  if (kind === "flag") return "/";
  if (kind === "redirect") return page;
  return (await readPageText?.(page))?.path ?? null;
}
