import type { SessionResponse } from "@marquee/contract/schema";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ProvenAccount } from "./accounts.ts";
import type { Devices } from "./devices.ts";
import type { TwoFactorPolicy } from "./secondFactor/twoFactorPolicy.ts";
import type { SecurityLog } from "./securityLog.ts";
import type { Sessions } from "./sessions.ts";

/** Completes a sign-in after all checks have passed: starts the session and remembers the browser as a known device. */
export type SignIn = (
  account: ProvenAccount,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<SessionResponse>;

interface SignInOptions {
  sessions: Pick<Sessions, "start">;
  devices: Pick<Devices, "remember">;
  policy: Pick<TwoFactorPolicy, "describe">;
  security: Pick<SecurityLog, "note">;
}

export function createSignIn({ sessions, devices, policy, security }: SignInOptions): SignIn {
  return async (account, request, reply) => {
    await sessions.start(account, request, reply);
    await devices.remember(account.id, request, reply);
    security.note({ kind: "signed in", account: account.email, address: request.ip });
    return policy.describe(account);
  };
}
