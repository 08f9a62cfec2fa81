import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import pLimit from "p-limit";
import { ApiError } from "../errors/apiError.ts";

const MIN_LENGTH = 12;

const PASSWORD_MAX_LENGTH = 200;

/** Of zxcvbn's 0 to 4: at least 10^8 guesses. */
const MIN_SCORE = 3;

/** Its time grows with the square of the length, and a password this long is strong by its beginning alone. */
const CHECKED_LENGTH = 64;

let loading: Promise<ZxcvbnFactory> | undefined;

/** argon2id as OWASP's password storage cheat sheet has it: 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Of the four threads that libuv has for files, compression and cryptography too. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 32;
/** A separate queue for known browsers, so that strangers who fill theirs block nobody else. */
const MAX_CONCURRENT_KNOWN = 1;
const BUSY_SECONDS = 5;

/**
 * Not for strangers: whoever calls it has checked a session or a link.
 * @param email of the account that the password is for.
 * @returns argon2id in its own encoded form.
 * @throws {ApiError} bad_request for a password that is too short, too long or easy to guess.
 */
export async function hashPassword(password: string, email: string): Promise<string> {
  await checkStrength(password, email);
  return limitPasswordWork(() => hash(password, ARGON2), { isKnown: true });
}

/**
 * Call this within {@link limitPasswordWork} if strangers can trigger it.
 * @param passwordHash null if there is no account; the result is then false, after the same time.
 */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const isRight = await verify(passwordHash ?? DECOY, password.slice(0, PASSWORD_MAX_LENGTH));
  return isRight && passwordHash !== null;
}

const strangerQueue = pLimit(MAX_CONCURRENT);
const knownQueue = pLimit(MAX_CONCURRENT_KNOWN);

/**
 * Keeps many sign-ins at once from slowing the server down.
 * @param isKnown whether the request is from someone who is signed in, has a link, or has signed in on that
 * browser before: they do not queue with strangers.
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

/** Verified against when there is no account, so that its absence does not show in the time taken. No password matches it. */
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
 * @param email of the account that the password is for; neither it nor its parts make a password.
 * @throws {ApiError} bad_request for a password that is too short, too long or easy to guess.
 */
export async function checkStrength(password: string, email: string): Promise<void> {
  if (password.length < MIN_LENGTH || password.length > PASSWORD_MAX_LENGTH) {
    const range = `${MIN_LENGTH} to ${PASSWORD_MAX_LENGTH}`;
    throw new ApiError("bad_request", `Use a password of ${range} characters.`);
  }
  loading ??= loadChecker();
  const checker = await loading;
  const ownWords = [email, ...email.split(/[@.]/)];
  if (checker.check(password.slice(0, CHECKED_LENGTH), ownWords).score >= MIN_SCORE) return;
  throw new ApiError(
    "bad_request",
    "This password is easy to guess. Use a longer one, such as a few unrelated words.",
  );
}

/** Loaded when first needed: few servers set a password after their first day. */
async function loadChecker(): Promise<ZxcvbnFactory> {
  const { adjacencyGraphs, dictionary } = await import("@zxcvbn-ts/language-common");
  return new ZxcvbnFactory({
    dictionary: { passwords: dictionary["passwords-common"] },
    graphs: adjacencyGraphs,
  });
}
