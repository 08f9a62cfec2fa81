import { ONE_DAY, type Timestamp } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { ANY_TEXT } from "../platform/http/storableText.ts";

interface SecurityTextOptions {
  /** URIs, in order of preference; without any, there is no file. */
  contacts: readonly string[];
  publicUrl: string;
  now: () => Timestamp;
}

export const SECURITY_TEXT_PATH = "/.well-known/security.txt";
/** RFC 9116, section 2.5.5, recommends less than a year. The contact of an abandoned server expires. */
const VALID_FOR = 90 * ONE_DAY;

/** `/.well-known/security.txt`: how to report a vulnerability (RFC 9116). */
export function securityTextRoutes({ contacts, publicUrl, now }: SecurityTextOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    if (contacts.length === 0) return;
    scope.get(SECURITY_TEXT_PATH, ANY_TEXT, (_request, reply) => {
      const midnight = Math.floor(now() / ONE_DAY) * ONE_DAY;
      const lines = [
        ...contacts.map((contact) => `Contact: ${contact}`),
        `Expires: ${new Date(midnight + VALID_FOR).toISOString()}`,
        "Preferred-Languages: en",
        `Canonical: ${publicUrl}${SECURITY_TEXT_PATH}`,
      ];
      return reply
        .header("cache-control", "public, max-age=3600")
        .type("text/plain; charset=utf-8")
        .send(`${lines.join("\n")}\n`);
    });
  };
}
