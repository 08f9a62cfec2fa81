import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { logFailure } from "../../platform/http/logFailure.ts";
import { PLAIN_PAGE_HEADERS, plainPage } from "../../platform/http/plainPage.ts";
import { createRateLimit } from "../../platform/http/rateLimit.ts";
import { publicErrorOf, quotableMessage } from "../../platform/http/sendError.ts";
import { ANY_TEXT } from "../../platform/http/storableText.ts";

/** Requests of one network in ten minutes. */
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
  /** Sentences: what is stopped, how to get it again, and what to do about a broken link. */
  texts: { question: string; done: string; broken: string };
  now: () => Timestamp;
}

/**
 * Ends emails of a kind without signing in, by the signed link in them. Opening the link only asks, because mail programs open links themselves; their own
 * button posts (RFC 8058).
 */
export function unsubscribeRoutes({ path, links, texts, now }: UnsubscribeOptions) {
  const requests = createRateLimit({ now, most: MAX_REQUESTS });
  return async (scope: FastifyInstance): Promise<void> => {
    // Forms and mail programs send a body that says nothing.
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
