import type { FastifyRequest } from "fastify";
import { ApiError } from "../errors/apiError.ts";
import type { Account } from "./accounts.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The signed-in account; null on public routes. */
    account: Account | null;
  }
}

type Asking = Pick<FastifyRequest, "account">;

/**
 * The signed-in account, in any role.
 * @throws {ApiError} unauthorized
 */
export function requireAccount({ account }: Asking): Account {
  if (account) return account;
  throw new ApiError("unauthorized", "Sign in to go on.");
}

/**
 * The signed-in account if it is an owner or editor.
 * @param action what viewers may not do, as in "Viewers can't …".
 * @throws {ApiError} forbidden for other roles and without a session.
 */
export function requireEditor({ account }: Asking, action = "change or export anything"): Account {
  if (account && account.role !== "viewer") return account;
  throw new ApiError("forbidden", `Viewers can't ${action}. Ask an owner or editor.`);
}

/**
 * The signed-in account if it is an owner.
 * @param action what only owners may do, as in "Only owners can …".
 * @throws {ApiError} forbidden for other roles and without a session.
 */
export function requireOwner({ account }: Asking, action = "manage people"): Account {
  if (account?.role === "owner") return account;
  throw new ApiError("forbidden", `Only owners can ${action}. Ask an owner.`);
}
