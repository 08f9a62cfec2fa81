import { hash, verify } from "@node-rs/argon2";
import { ConsoleError } from "../errors.ts";
import { createToken } from "./tokens.ts";

const MIN_LENGTH = 12;
const MAX_LENGTH = 200;
/** argon2id as OWASP's password storage cheat sheet has it: 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** @returns argon2id in its own encoded form. @throws {ConsoleError} bad_request for a password too short or too long. */
export async function hashPassword(password: string): Promise<string> {
  if (password.length < MIN_LENGTH || password.length > MAX_LENGTH) {
    throw new ConsoleError("bad_request", `A password has ${MIN_LENGTH} to ${MAX_LENGTH} characters.`);
  }
  return hash(password, ARGON2);
}

/** @param passwordHash null where there is no account; the answer is then no, and takes as long. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await decoyHash()), password.slice(0, MAX_LENGTH));
  return isRight && passwordHash !== null;
}

let decoy: Promise<string> | undefined;

/** Verified against when there is no account, so that its absence does not show in the time taken. */
function decoyHash(): Promise<string> {
  decoy ??= hash(createToken(), ARGON2);
  return decoy;
}
