import type { SessionAnswer } from "@marquee/contract/schema";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Account } from "./accounts.ts";
import type { Devices } from "./devices.ts";
import type { Sessions } from "./sessions.ts";

/** What happens once a password, a setup link or an invitation turned out right: the browser is signed in and known from here on. */
export type SignIn = (
  account: Account,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<SessionAnswer>;

interface SignInOptions {
  sessions: Pick<Sessions, "start">;
  devices: Pick<Devices, "remember">;
}

export function createSignIn({ sessions, devices }: SignInOptions): SignIn {
  return async (account, request, reply) => {
    await sessions.start(account, request, reply);
    await devices.remember(account.id, request, reply);
    return answerFor(account);
  };
}

export function answerFor(account: Account | null): SessionAnswer {
  return { account: account && { email: account.email, role: account.role } };
}
