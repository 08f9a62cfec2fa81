import { vi } from "vitest";

/*
 * Vitest's setup of each test file of the server: hashes take hardly any time, because most tests only need a password to match.
 * passwords.test.ts has the real ones.
 */
vi.mock("@node-rs/argon2", async (importOriginal) => {
  const argon2 = await importOriginal<typeof import("@node-rs/argon2")>();
  const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };
  return { ...argon2, hash: (password: string) => argon2.hash(password, cheap) };
});
