import { rm } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { measureEvaluations } from "./flags/evaluations.ts";
import { measureFirstByte } from "./flags/firstByte.ts";
import { runExperiments } from "./flags/runExperiments.ts";
import { measureStreams } from "./flags/streams.ts";
import type { Figure } from "./support/figure.ts";
import { OWNER_SETTINGS } from "./support/owner.ts";
import { createDataDir, type Product, startProduct } from "./support/product.ts";

const PORT = 3195;
const EXPERIMENTS = 10;

/** Cost of experiments: compares `without`, which has none, with a product that runs ten. */
export async function measureFlags(without: Product): Promise<Figure[]> {
  const dataDir = await createDataDir();
  const settings = { ...OWNER_SETTINGS, TRUSTED_PROXIES: "127.0.0.1", PUBLIC_FLAG_RULES: "true" };
  const product = await startProduct(PORT, dataDir, settings);
  try {
    await runExperiments(product, EXPERIMENTS);
    return [
      // First, because the other measurements leave free memory that could be reused.
      ...(await measureStreams(product)),
      ...(await measureFirstByte(without, product)),
      ...(await measureBytes(product)),
      ...(await measureEvaluations()),
    ];
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureBytes({ url }: Product): Promise<Figure[]> {
  const features = await (await fetch(`${url}/api/features/sdk-local`)).text();
  const asked = { attributes: { id: "somebody", country: "DE" } };
  const headers = { "content-type": "application/json" };
  const options = { method: "POST", headers, body: JSON.stringify(asked) };
  const answer = await (await fetch(`${url}/api/eval/sdk-local`, options)).text();
  const size = (text: string) => gzipSync(text, { level: 9 }).byteLength / 1024;
  return [
    { what: "Payload with rules", value: size(features), unit: "KB gzip" },
    { what: "Answers of one visitor", value: size(answer), unit: "KB gzip" },
  ];
}
