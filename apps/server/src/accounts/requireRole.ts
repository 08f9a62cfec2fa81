import { may, type Permission, type Role } from "@marquee/contract/schema";
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

/** What an account without a permission can't do, as in "Viewers can't …" and "Only owners can …". */
const ACTIONS: Record<Permission, string> = {
  read: "read this",
  draft: "change content",
  publish: "publish",
  edit: "change or export anything",
  seePeople: "see people",
  managePeople: "manage people",
  manageKeys: "manage API keys",
  connect: "connect other tools",
  setReplayAccess: "decide who watches replays",
  seeSystem: "see the system",
};

/**
 * The signed-in account if its role has a permission.
 * @param action what it is needed for; by default, what the permission is about.
 * @throws {ApiError} forbidden for other roles and without a session.
 */
export function requirePermission(
  { account }: Asking,
  permission: Permission,
  action = ACTIONS[permission],
): Account {
  if (account && may(account.role, permission)) return account;
  throw new ApiError("forbidden", refusal(account?.role ?? "viewer", permission, action));
}

function refusal(role: Role, permission: Permission, action: string): string {
  if (!may("editor", permission)) return `Only owners can ${action}. Ask an owner.`;
  if (role === "contributor" && permission === "edit")
    return "Contributors can change drafts of content, but nothing else. Ask an owner or editor.";
  return `${role === "contributor" ? "Contributors" : "Viewers"} can't ${action}. Ask an owner or editor.`;
}
