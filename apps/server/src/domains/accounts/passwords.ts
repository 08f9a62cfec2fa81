import { randomBytes } from "node:crypto";
import { cutText } from "@marquee/contract";
import { hash, verify } from "@node-rs/argon2";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import pLimit from "p-limit";
import { ApiError } from "../../platform/errors/apiError.ts";
import { isBreached } from "./breachedPasswords.ts";

const MIN_LENGTH = 12;

const PASSWORD_MAX_LENGTH = 200;

/** zxcvbn score (0 to 4); 3 means at least 10^8 guesses. */
const MIN_SCORE = 3;

/** Only this many characters are scored: zxcvbn takes quadratic time, and a prefix of this length is enough. */
const CHECKED_LENGTH = 64;

/** Words of this product that attackers try first; listed in docs/accounts.md. The email address adds the organization's words. */
const PRODUCT_WORDS = [
  "marquee",
  "console",
  "website",
  "marketing",
  "analytics",
  "measurement",
  "dashboard",
  "owner",
  "editor",
  "contributor",
  "viewer",
  "administrator",
];

/** Shorter words occur within other words. */
const MIN_WORD_LENGTH = 4;
/** Number of characters that a password needs besides easily guessed words. */
const MIN_OTHERS = 4;

let loading: Promise<ZxcvbnFactory> | undefined;

/** argon2id parameters from OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Half of libuv's four threads, which also serve files, compression and cryptography. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 32;
/** Known browsers have a separate queue, so that a flood of unknown ones cannot block them. */
const MAX_CONCURRENT_KNOWN = 1;
const BUSY_SECONDS = 5;

/**
 * Checks a password's strength and hashes it. Callers must first verify a session or link, because it uses the queue for
 * known browsers.
 * @param email email address of the account.
 * @returns the argon2id hash in its encoded form (`$argon2id$…`).
 * @throws {ApiError} bad_request for a password that {@link checkStrength} rejects; unavailable if too many are waiting.
 */
export async function hashPassword(password: string, email: string): Promise<string> {
  await checkStrength(password, email);
  return limitPasswordWork(() => hash(password, ARGON2), { isKnown: true });
}

/**
 * Whether the password matches the hash. Call it within {@link limitPasswordWork} if unauthenticated requests can trigger it.
 * @param passwordHash null if there is no account; the result is then false, after the same time.
 */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  // Cut only to bound the time. A longer text never matches, even if its start does.
  const isRight = await verify(passwordHash ?? DECOY, cutText(password, PASSWORD_MAX_LENGTH));
  return isRight && passwordHash !== null && password.length <= PASSWORD_MAX_LENGTH;
}

const strangerQueue = pLimit(MAX_CONCURRENT);
const knownQueue = pLimit(MAX_CONCURRENT_KNOWN);

/**
 * Runs `work` in a bounded queue, so that many concurrent sign-ins do not slow down the server.
 * @param options.isKnown whether the request has a session, a valid link or a known device; those have their own queue.
 * @throws {ApiError} unavailable if too many are waiting.
 */
export async function limitPasswordWork<T>(
  work: () => Promise<T>,
  { isKnown = false }: { isKnown?: boolean } = {},
): Promise<T> {
  const gate = isKnown ? knownQueue : strangerQueue;
  if (gate.pendingCount >= MAX_WAITING) {
    throw new ApiError(
      "unavailable",
      "Too many people are signing in at once. Try again in a few seconds.",
      BUSY_SECONDS,
    );
  }
  return gate(work);
}

/** Hash to verify against if there is no account, so that response times do not reveal which accounts exist. No password matches it. */
const DECOY = dummyHash();

function dummyHash(): string {
  const { memoryCost, timeCost, parallelism } = ARGON2;
  const [salt, digest] = [16, 32].map((size) =>
    randomBytes(size)
      .toString("base64")
      .replace(/={1,2}$/, ""),
  );
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${digest}`;
}

/**
 * Checks a password's length and strength.
 * @param email email address of the account; it, its parts and {@link PRODUCT_WORDS} count as easy to guess.
 * @throws {ApiError} bad_request for a password that is too short, too long, known from a breach or easy to guess.
 */
export async function checkStrength(password: string, email: string): Promise<void> {
  if (password.length < MIN_LENGTH || password.length > PASSWORD_MAX_LENGTH) {
    const range = `${MIN_LENGTH} to ${PASSWORD_MAX_LENGTH}`;
    throw new ApiError("bad_request", `Use a password of ${range} characters.`);
  }
  loading ??= loadChecker();
  const checker = await loading;
  const ownWords = [email, ...email.split(/[@.]/), ...PRODUCT_WORDS];
  const { score } = checker.check(cutText(password, CHECKED_LENGTH), ownWords);
  if (score < MIN_SCORE || lengthWithout(ownWords, password) < MIN_OTHERS)
    throw new ApiError(
      "bad_request",
      "This password is easy to guess. Use a longer one, such as a few unrelated words.",
    );
  if (await isBreached(password, MIN_LENGTH))
    throw new ApiError(
      "bad_request",
      "This password was published in a data breach, so attackers will try it. Use another one here and everywhere else you used it.",
    );
}

/** Length of what is left of a text without these words, in any letter case. */
function lengthWithout(words: readonly string[], text: string): number {
  const longestFirst = words
    .filter(({ length }) => length >= MIN_WORD_LENGTH)
    .sort((one, other) => other.length - one.length);
  return longestFirst.reduce((rest, word) => rest.replaceAll(word.toLowerCase(), ""), text.toLowerCase())
    .length;
}

/** Loads the dictionaries on first use, because most servers rarely set a password after their first day. */
async function loadChecker(): Promise<ZxcvbnFactory> {
  const { adjacencyGraphs, dictionary } = await import("@zxcvbn-ts/language-common");
  return new ZxcvbnFactory({
    dictionary: { passwords: dictionary["passwords-common"] },
    graphs: adjacencyGraphs,
  });
}
