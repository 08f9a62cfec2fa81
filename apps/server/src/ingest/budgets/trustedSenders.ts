import type { FastifyRequest } from "fastify";
import type { Config } from "../../platform/config/config.ts";
import { createAddressCheck } from "../../platform/http/addressCheck.ts";
import { createClientTypes } from "../../platform/http/clientTypes.ts";
import { basicAuthorization, basicKeyOf } from "../basicKey.ts";

export type Sender = Pick<FastifyRequest, "ip" | "headers">;

/** Senders that have no budget: servers with `SERVER_KEY`, and networks in `TRUSTED_SENDERS`. */
export interface TrustedSenders {
  includes(sender: Sender): boolean;
  /**
   * The sender's authorization header, with the write key in place of `SERVER_KEY`, which is a secret and is not passed on.
   */
  authorizationOf(sender: Pick<Sender, "headers">): string;
}

export function createTrustedSenders(
  config: Pick<Config, "trustedSenders" | "clientKey" | "serverKey" | "writeKey">,
): TrustedSenders {
  const isListed = createAddressCheck(() => config.trustedSenders);
  const clientTypeOf = createClientTypes(config);
  const hasServerKey = ({ headers }: Pick<Sender, "headers">) => {
    if (config.serverKey === null || headers.authorization === undefined) return false;
    const key = basicKeyOf(headers.authorization);
    return key !== null && clientTypeOf(key) === "server";
  };
  return {
    includes: (sender) => isListed(sender.ip) || hasServerKey(sender),
    authorizationOf: (sender) =>
      hasServerKey(sender) ? basicAuthorization(config.writeKey) : (sender.headers.authorization ?? ""),
  };
}
