import type { Timestamp } from "@marquee/contract";
import {
  type Access,
  type Area,
  accessTo,
  may,
  mayOpen,
  type Permission,
  PROOF_LIFETIME,
  type Role,
  type RouteRow,
} from "@marquee/contract/schema";
import type { FastifyRequest } from "fastify";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { Account, SignedInAccount } from "./accounts.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The signed-in account; null on public routes. */
    account: SignedInAccount | null;
  }
}

type Asking = Pick<FastifyRequest, "account">;

/**
 * The signed-in account, in any role.
 * @throws {ApiError} unauthorized
 */
export function requireAccount({ account }: Asking): Account {
  if (account) return account;
  throw new ApiError("unauthorized", "Sign in to continue.");
}

/** Whether responses may identify visitors. */
export function maySeePeople({ account }: Asking): boolean {
  return account !== null && may(account.role, "seePeople");
}

const AREA_NAMES: Record<Area, string> = {
  content: "Content",
  analytics: "Analytics",
  privacy: "Privacy",
  technical: "Technical",
};

/**
 * Checks what a route needs of the signed-in account.
 * @throws {ApiError} forbidden without the permission or area, proof_required without a recent proof.
 */
export function requireAccess(asking: Asking, row: RouteRow, now: Timestamp): void {
  const needed = accessTo(row);
  if (!needed) return;
  requireArea(requirePermission(asking, needed.permission), needed.area);
  if (row.isProven) requireProof(asking, now);
}

/** @throws {ApiError} forbidden if the account is limited to other areas. */
export function requireArea({ role, areas }: Access, area: Area | null): void {
  if (mayOpen({ role, areas }, area)) return;
  const names = (areas ?? []).map((each) => AREA_NAMES[each]).join(", ");
  throw new ApiError("forbidden", `Your account is limited to ${names}. Ask an owner for more.`);
}

/** For routes that require a recent proof only in some cases. @throws {ApiError} proof_required without a recent proof. */
export function requireProof({ account }: Asking, now: Timestamp): void {
  if (account && now - account.provenAt < PROOF_LIFETIME) return;
  throw new ApiError("proof_required", "Confirm that it's you: enter your password or use a passkey.");
}

/** What an account without a permission can't do, as in "Viewers can't …" and "Only owners can …". */
const ACTIONS: Record<Permission, string> = {
  read: "read this",
  draft: "change content",
  publish: "publish",
  edit: "change or export anything",
  seePeople: "see leads and people",
  manageTeam: "manage people",
  manageKeys: "manage API keys",
  connect: "connect other tools",
  setReplayAccess: "decide who watches replays",
  seeSystem: "see the system",
};

/**
 * The signed-in account if its role has a permission.
 * @param action the action it is needed for; by default, the one of the permission.
 * @throws {ApiError} forbidden for other roles and without a session.
 */
export function requirePermission(
  { account }: Asking,
  permission: Permission,
  action = ACTIONS[permission],
): SignedInAccount {
  if (account && may(account.role, permission)) return account;
  throw new ApiError("forbidden", refusal(account?.role ?? "viewer", permission, action));
}

function refusal(role: Role, permission: Permission, action: string): string {
  if (!may("editor", permission)) return `Only owners can ${action}. Ask an owner.`;
  if (role === "contributor" && permission === "edit")
    return "Contributors can change drafts of content, but nothing else. Ask an owner or editor.";
  return `${role === "contributor" ? "Contributors" : "Viewers"} can't ${action}. Ask an owner or editor.`;
}
