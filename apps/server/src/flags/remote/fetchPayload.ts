import { ONE_SECOND } from "@marquee/contract";
import Type from "typebox";
import { Compile } from "typebox/compile";
import type { GrowthbookConfig } from "../../config/growthbookConfig.ts";
import type { Features } from "../buildPayload.ts";

const Rules = Type.Array(Type.Object({}), { maxItems: 1000 });
const PayloadSchema = Type.Object({
  features: Type.Record(Type.String(), Type.Object({ rules: Type.Optional(Rules) })),
});
const validator = Compile(PayloadSchema);
const TIMEOUT = 10 * ONE_SECOND;
const MAX_BYTES = 5 * 1024 ** 2;

/** Response of the API with its ETag. */
export interface RemotePayload {
  features: Features;
  etag: string | null;
}

/**
 * Fetches the features of an SDK connection from GrowthBook's API
 * (https://docs.growthbook.io/lib/build-your-own).
 * @param etag of the known payload.
 * @returns null if it is unchanged.
 * @throws if the API times out, rejects the request or returns an invalid response.
 */
export async function fetchPayload(
  { apiHost, clientKey }: GrowthbookConfig,
  etag: string | null,
): Promise<RemotePayload | null> {
  const response = await fetch(`${apiHost}/api/features/${clientKey}`, {
    headers: { accept: "application/json", ...(etag !== null && { "if-none-match": etag }) },
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (response.status === 304) return null;
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`GrowthBook responded with ${response.status}; check GROWTHBOOK_CLIENT_KEY`);
  }
  const features = parseFeatures(await readBounded(response));
  return { features, etag: response.headers.get("etag") };
}

/** @throws when it is no payload that can be evaluated here. */
export function parseFeatures(text: string): Features {
  const payload: unknown = JSON.parse(text);
  // GrowthBook's own evaluation passes over what it does not know within a rule.
  if (validator.Check(payload)) return payload.features as Features;
  const isEncrypted = typeof payload === "object" && payload !== null && "encryptedFeatures" in payload;
  if (isEncrypted) throw new Error("the payload is encrypted; turn that off for this SDK connection");
  throw new Error("the response is not a list of features");
}

async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new Error(`the response exceeds ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
