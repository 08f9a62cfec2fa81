import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { REPLAY_PATH } from "@marquee/contract";
import type { Page, Request, Route } from "playwright-core";

/** A session recorder under test. */
export interface Recorder {
  name: string;
  /** Matches the URLs of its scripts. */
  scripts: RegExp;
  /** Loads the recorder into a loaded page and starts recording. */
  start(page: Page): Promise<void>;
  /** Compressed bytes that the recorder has sent or would have sent. */
  readBytes(page: Page, requests: readonly Request[]): Promise<number>;
}

const require = createRequire(import.meta.url);
const read = (packageEntry: string, file: string) => readFileSync(join(dirname(packageEntry), file), "utf8");

/** Size of the bodies sent to the server, as transferred. */
async function sentBytes(_page: Page, requests: readonly Request[]): Promise<number> {
  const segments = requests.filter((request) => request.url().includes(REPLAY_PATH));
  const sizes = segments.map((request) => request.postDataBuffer()?.byteLength ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The site's own recorder, which starts by itself once it receives its settings. */
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

/** Sets the sample rate in the remote configuration to 100%: Amplitude's client follows its server, whose default is 5%. */
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
