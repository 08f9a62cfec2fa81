import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { filesIn } from "./platform/storage/filesIn.ts";

const PROJECT = join(import.meta.dirname, "../../..");
const ROOTS = ["server", "site", "console"]
  .map((app) => `apps/${app}/src`)
  .concat(["contract", "measure", "ui"].map((name) => `packages/${name}/src`));

const sources = ROOTS.flatMap((root) => filesIn(join(PROJECT, root)))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path))
  .map((path) => ({ file: relative(PROJECT, path), text: readFileSync(path, "utf8") }));

const filesWith = (pattern: RegExp) =>
  sources.flatMap(({ file, text }) => (pattern.test(text) ? [file] : []));

it("reads the sources of every part", () => {
  expect(sources.length).toBeGreaterThan(1000);
  expect(ROOTS.filter((root) => !sources.some(({ file }) => file.startsWith(root)))).toEqual([]);
});

it.each([
  ["code from texts", /\beval\(|\bFunction\(|\bfrom "node:vm"|\bset(?:Timeout|Interval)\(\s*["'`]/],
  [
    "markup from texts",
    /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=[^=]|insertAdjacentHTML|document\.write|createContextualFragment/,
  ],
  ["commands of a shell", /(?<![.\w])exec(?:Sync|File|FileSync)?\(|\bshell: true/],
  ["hashes other than SHA-256", /\bcreate(?:Hash|Hmac)\((?!"sha256")/],
  ["connections whose certificate is not checked", /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/],
])("no source creates %s", (_what, pattern) => {
  expect(filesWith(pattern)).toEqual([]);
});

it("reads objects from bytes only where it wrote them itself, encrypted", () => {
  expect(filesWith(/\bdeserialize\b.* from "node:v8"/)).toEqual([
    "apps/server/src/platform/storage/records/knownValues.ts",
  ]);
});

it("encrypts in one place, with AES-256-GCM", () => {
  const file = "apps/server/src/platform/storage/encryptSecret.ts";
  expect(filesWith(/\bcreate(?:Cipher|Decipher)|subtle\.(?:en|de)crypt/)).toEqual([file]);
  expect(sources.find((each) => each.file === file)?.text).toContain('const ALGORITHM = "aes-256-gcm";');
});

/** Delays, samples, and the name of a tab. */
const MAY_BE_GUESSED = [
  "apps/console/src/features/content/typedStore.ts",
  "apps/server/src/platform/time/backoff.ts",
  "packages/measure/src/boot/startMeasure.ts",
  "packages/measure/src/consent/deliverReceipts.ts",
  "packages/measure/src/replay/segments/startSegments.ts",
  "packages/measure/src/transport/createLazy.ts",
];

it("uses a non-cryptographic generator only for guessable values", () => {
  expect(filesWith(/\bMath\.random\b/).sort()).toEqual(MAY_BE_GUESSED);
});
