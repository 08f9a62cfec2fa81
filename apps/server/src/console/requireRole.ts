import type { FastifyRequest } from "fastify";
import type { Account } from "./accounts/accounts.ts";
import { ConsoleError } from "./errors.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who asks; null on what may be asked without being signed in. */
    account: Account | null;
  }
}

type Asking = Pick<FastifyRequest, "account">;

/** @returns who asks, in any role. @throws {ConsoleError} unauthorized */
export function requireAccount({ account }: Asking): Account {
  if (account) return account;
  throw new ConsoleError("unauthorized", "Sign in to go on.");
}

/** @returns who asks, being an owner or an editor. @throws {ConsoleError} forbidden */
export function requireEditor({ account }: Asking): Account {
  if (account && account.role !== "viewer") return account;
  throw new ConsoleError(
    "forbidden",
    "Viewers may look but not change or take anything. Ask an owner or an editor to do it.",
  );
}

/** @returns who asks, being an owner. @throws {ConsoleError} forbidden */
export function requireOwner({ account }: Asking): Account {
  if (account?.role === "owner") return account;
  throw new ConsoleError("forbidden", "Only owners manage people. Ask one of them to do it.");
}
