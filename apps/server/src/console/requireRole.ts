import type { FastifyRequest } from "fastify";
import type { Account } from "./accounts/accounts.ts";
import { ConsoleError } from "./errors.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who asks; null on what may be asked without being signed in. */
    account: Account | null;
  }
}

/** @returns who asks, being an owner or an editor. @throws {ConsoleError} forbidden */
export function requireEditor({ account }: Pick<FastifyRequest, "account">): Account {
  if (account && account.role !== "viewer") return account;
  throw new ConsoleError(
    "forbidden",
    "Viewers may not take or delete a person's data. Ask an owner or an editor to do it.",
  );
}
