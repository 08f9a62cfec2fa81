import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { REPLAY_PATH } from "@marquee/contract";
import type { Page, Request, Route } from "playwright-core";

/** A session recorder as a page has it. */
export interface Recorder {
  name: string;
  /** Addresses of its scripts. */
  scripts: RegExp;
  /** Begins recording on a page that has loaded; its code comes with that. */
  start(page: Page): Promise<void>;
  /** Bytes that recording has sent, or would have, packed. */
  readBytes(page: Page, requests: readonly Request[]): Promise<number>;
}

const require = createRequire(import.meta.url);
const read = (packageEntry: string, file: string) => readFileSync(join(dirname(packageEntry), file), "utf8");

/** Bodies that went to the server, as they were on the wire. */
async function sentBytes(_page: Page, requests: readonly Request[]): Promise<number> {
  const segments = requests.filter((request) => request.url().includes(REPLAY_PATH));
  const sizes = segments.map((request) => request.postDataBuffer()?.byteLength ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The site's own, which starts by itself once its settings are answered. */
const OURS: Recorder = {
  name: "ours",
  scripts: /\/startRecording-/,
  start: async () => undefined,
  readBytes: sentBytes,
};

const RRWEB: Recorder = {
  name: "@rrweb/record bare",
  scripts: /^rrweb\.js$/,
  async start(page) {
    const code = read(require.resolve("@rrweb/record"), "record.umd.min.cjs");
    await page.addScriptTag({ content: `${code}\n//# sourceURL=rrweb.js` });
    await page.evaluate(
      "window.recorded = []; (window.rrwebRecord ?? window.rrweb).record({ emit: (event) => recorded.push(JSON.stringify(event)) })",
    );
  },
  async readBytes(page) {
    return deflateSync(await page.evaluate<string>("recorded.join()"), { level: 6 }).byteLength;
  },
};

/** Amplitude's client goes by what its server says of the sample, which is 5 % as long as nobody has changed it. */
async function sampleAll(route: Route): Promise<void> {
  const answer = await (await route.fetch()).text();
  await route.fulfill({ body: answer.replace(/("sample_rate":)[\d.]+/g, "$11") });
}

const AMPLITUDE: Recorder = {
  name: "Amplitude's client",
  scripts: /^amplitude\.js$/,
  async start(page) {
    await page.route("**/v1/remote-configuration/**", sampleAll);
    const code = read(
      require.resolve("@amplitude/session-replay-browser"),
      "../scripts/session-replay-browser-min.js",
    );
    await page.addScriptTag({ content: `${code}\n//# sourceURL=amplitude.js` });
    await page.evaluate(`sessionReplay.init("local", {
      deviceId: "bench", sessionId: Date.now(), sampleRate: 1, logLevel: 0,
      trackServerUrl: location.origin + "${REPLAY_PATH}",
      configServerUrl: location.origin + "/v1/remote-configuration",
      flushIntervalConfig: { minIntervalMs: 500, maxIntervalMs: 1000 },
    })`);
  },
  readBytes: sentBytes,
};

export const RECORDERS: readonly Recorder[] = [OURS, RRWEB, AMPLITUDE];
