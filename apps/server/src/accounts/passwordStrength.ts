import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { ApiError } from "../errors/apiError.ts";

const MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 200;
/** Of zxcvbn's 0 to 4: at least 10^8 guesses. */
const MIN_SCORE = 3;
/** Its time grows with the square of the length, and a password this long is strong by its beginning alone. */
const CHECKED_LENGTH = 64;

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

let loading: Promise<ZxcvbnFactory> | undefined;

/** Loaded when first needed: few servers set a password after their first day. */
async function loadChecker(): Promise<ZxcvbnFactory> {
  const { adjacencyGraphs, dictionary } = await import("@zxcvbn-ts/language-common");
  return new ZxcvbnFactory({
    dictionary: { passwords: dictionary["passwords-common"] },
    graphs: adjacencyGraphs,
  });
}
