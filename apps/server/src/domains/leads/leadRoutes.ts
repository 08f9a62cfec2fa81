import type { LeadAnswer, LeadErrorAnswer, LeadTicketAnswer, Locale, SubmittedLead } from "@marquee/contract";
import { LeadTicketQuerySchema } from "@marquee/contract/schema";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { logFailure } from "../../platform/http/logFailure.ts";
import { isOwnPage } from "../../platform/http/origin.ts";
import { ANY_TEXT } from "../../platform/http/storableText.ts";
import type { Countries } from "../../platform/visitor/countries.ts";
import { findLead, type NewLead } from "./leadStore.ts";
import { type LeadSubmission, parseLeadBody } from "./parseLeadBody.ts";
import { type LeadDependencies, type LeadOutcome, submitLead } from "./submitLead.ts";

/** Documents for browsers without JavaScript: a page that shows a submitted form and its outcome. */
export interface LeadPages {
  send(
    reply: FastifyReply,
    page: { status: number; locale: Locale; lead: SubmittedLead },
  ): Promise<FastifyReply>;
}

interface LeadRoutesOptions {
  intake: LeadDependencies;
  pages: LeadPages;
  publicUrl: string;
  countries: Pick<Countries, "codeOf">;
  /** Called after a lead has been stored. */
  onStored(): void;
}

const FORM = "application/x-www-form-urlencoded";
const BODY_LIMIT = 128 * 1024;

/**
 * `POST /leads` (JSON from our script, or a form from a browser without JavaScript), `GET /leads/ticket`, and `GET /leads/sent/:id`,
 * the confirmation page for a browser without JavaScript.
 */
export function leadRoutes({ intake, pages, publicUrl, countries, onStored }: LeadRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    scope.addContentTypeParser(FORM, { parseAs: "string", bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );

    scope.get<{ Querystring: { submission: string } }>(
      "/leads/ticket",
      { schema: { querystring: LeadTicketQuerySchema } },
      async ({ query }, reply): Promise<LeadTicketAnswer> => {
        reply.header("cache-control", "no-store");
        return { ticket: intake.tickets.issue(query.submission) };
      },
    );

    // Unstorable characters are removed from visitors' input.
    scope.post("/leads", { bodyLimit: BODY_LIMIT, ...ANY_TEXT }, async (request, reply) => {
      reply.header("cache-control", "no-store");
      if (!isOwnPage(request, publicUrl))
        return refuse(reply, 403, "forbidden", `Submit the form from ${publicUrl}.`);
      const sent = parseLeadBody(request.body);
      if (!sent) return refuse(reply, 400, "invalid", "Unknown form.");
      const isPlain = request.headers["content-type"]?.startsWith(FORM) ?? false;
      const outcome = await attempt(request, () => {
        const { ip, headers } = request;
        return submitLead(intake, sent, {
          address: ip,
          cookies: headers.cookie ?? "",
          userAgent: headers["user-agent"] ?? "",
          country: countries.codeOf(ip),
          isPlain,
        });
      });
      if (outcome.outcome === "sent") onStored();
      // Only plain forms need confirmation.
      if (isPlain || outcome.outcome === "confirm") return sendPlainPage(reply, pages, sent, outcome);
      return sendJson(reply, outcome);
    });

    scope.get<{ Params: { id: string } }>("/leads/sent/:id", ANY_TEXT, async (request, reply) => {
      const lead = UUID.test(request.params.id) ? await findSent(intake, request.params.id) : null;
      if (!lead) return reply.callNotFound();
      const { email, locale, meetingUrl = null, formId } = lead;
      const returned = {
        outcome: "sent" as const,
        formId: formId ?? ("sign-up" as const),
        email,
        meetingUrl,
      };
      return pages.send(reply, { status: 200, locale, lead: returned });
    });
  };
}

async function findSent({ db, spool }: LeadDependencies, submissionId: string): Promise<NewLead | null> {
  return (await spool.find(submissionId))?.lead ?? findLead(db, submissionId);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Answered = LeadOutcome | { outcome: "unavailable" };

/** Returns `unavailable` if the record store fails, so that the visitor keeps what they wrote. */
async function attempt(request: FastifyRequest, take: () => Promise<LeadOutcome>): Promise<Answered> {
  try {
    return await take();
  } catch (error) {
    logFailure(request, error, "Failed to store a lead.");
    return { outcome: "unavailable" };
  }
}

function sendJson(reply: FastifyReply, answer: Exclude<Answered, { outcome: "confirm" }>): FastifyReply {
  switch (answer.outcome) {
    case "sent":
      return reply.send(answerOf(answer));
    case "invalid":
      return refuse(reply, 422, "invalid", "Check the highlighted fields.", { problems: answer.problems });
    case "too_many_requests":
      reply.header("retry-after", String(answer.retryAfter));
      return refuse(
        reply,
        429,
        "too_many_requests",
        "Too many forms from your network. Try again in a few minutes.",
      );
    case "unavailable":
      return refuse(reply, 503, "unavailable", "We couldn't save your form. Try again in a moment.");
  }
}

function answerOf({ meetingUrl, meetingFrameUrl }: LeadAnswer): LeadAnswer {
  return { meetingUrl, meetingFrameUrl };
}

const PLAIN_STATUSES = { invalid: 422, too_many_requests: 429, unavailable: 503 } as const;

/** Redirects a browser without JavaScript after success, so that a reload does not resubmit; otherwise returns its form. */
function sendPlainPage(
  reply: FastifyReply,
  pages: LeadPages,
  { formId, locale, values }: LeadSubmission,
  answer: Answered,
): FastifyReply | Promise<FastifyReply> {
  if (answer.outcome === "sent") return reply.redirect(`/leads/sent/${answer.submissionId}`, 303);
  const { email } = values;
  if (answer.outcome === "confirm") {
    const lead = { outcome: answer.outcome, formId, email, values, proof: answer.proof };
    return pages.send(reply, { status: 200, locale, lead });
  }
  const problems = answer.outcome === "invalid" ? answer.problems : {};
  const lead = { outcome: answer.outcome, formId, email, values, problems };
  return pages.send(reply, { status: PLAIN_STATUSES[answer.outcome], locale, lead });
}

function refuse(
  reply: FastifyReply,
  status: number,
  code: LeadErrorAnswer["error"]["code"],
  message: string,
  rest: Pick<LeadErrorAnswer, "problems"> = {},
): FastifyReply {
  return reply.status(status).send({ error: { code, message }, ...rest } satisfies LeadErrorAnswer);
}
