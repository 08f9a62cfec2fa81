import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { logFailure } from "../../platform/http/logFailure.ts";
import { PLAIN_PAGE_HEADERS, plainPage } from "../../platform/http/plainPage.ts";
import { createRateLimit } from "../../platform/http/rateLimit.ts";
import { publicErrorOf, quotableMessage } from "../../platform/http/sendError.ts";
import { ANY_TEXT } from "../../platform/http/storableText.ts";

/** Maximum requests per network in ten minutes. */
const MAX_REQUESTS = 100;
const MAX_BODY = 4096;

interface UnsubscribeOptions {
  /** Path of the links, without the token. */
  path: string;
  links: {
    /** Whether a link is real. */
    isLink(token: string): boolean;
    unsubscribe(token: string): Promise<void>;
  };
  /**
   * Texts of the page: the question, the confirmation with how to subscribe again, and help for a broken
   * link.
   */
  texts: { question: string; done: string; broken: string };
  now: () => Timestamp;
}

/**
 * Unsubscribes from a kind of email without signing in, by the signed link in them. Opening the link only asks, because email clients open links
 * automatically; their own button posts (RFC 8058).
 */
export function unsubscribeRoutes({ path, links, texts, now }: UnsubscribeOptions) {
  const requests = createRateLimit({ now, most: MAX_REQUESTS });
  return async (scope: FastifyInstance): Promise<void> => {
    // Forms and email clients send a body, which is ignored.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: MAX_BODY }, (_request, _body, done) =>
      done(null),
    );
    scope.addHook("onRequest", async (request, reply) => {
      reply.headers({ ...PLAIN_PAGE_HEADERS, "referrer-policy": "no-referrer" });
      const wait = requests.take(request.ip);
      if (wait !== null) {
        reply.header("retry-after", String(wait));
        return page(reply, 429, "Too many requests", "<p>Try again in a few minutes.</p>");
      }
    });
    scope.setErrorHandler((error, request, reply) => {
      const told = publicErrorOf(error);
      if (told.isFailure) logFailure(request, error, "Failed to unsubscribe.");
      return page(reply, told.status, "Something went wrong", `<p>${quotableMessage(told, request)}</p>`);
    });
    // A token is compared with its signature first.
    scope.get<{ Params: { token: string } }>(`${path}/:token`, ANY_TEXT, async ({ params }, reply) =>
      links.isLink(params.token)
        ? page(reply, 200, texts.question, '<form method="post"><button>Unsubscribe</button></form>')
        : unknown(reply, texts.broken),
    );
    scope.post<{ Params: { token: string } }>(`${path}/:token`, ANY_TEXT, async ({ params }, reply) => {
      if (!links.isLink(params.token)) return unknown(reply, texts.broken);
      await links.unsubscribe(params.token);
      return page(reply, 200, "You are unsubscribed", `<p>${texts.done}</p>`);
    });
  };
}

function unknown(reply: FastifyReply, text: string): FastifyReply {
  return page(reply, 404, "This link does not work", `<p>${text}</p>`);
}

function page(reply: FastifyReply, status: number, title: string, body: string): FastifyReply {
  return reply.status(status).send(plainPage({ language: "en", title, body }));
}
