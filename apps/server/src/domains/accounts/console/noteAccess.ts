import type { ConsoleRoute, SecurityKind } from "@marquee/contract/schema";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { HashEmail } from "../../people/identities/names.ts";
import type { SecurityLog } from "../securityLog.ts";

interface NoteAccessOptions {
  security: Pick<SecurityLog, "note">;
  /** Keyed digest, because a visitor's identity does not belong in the log. */
  hashEmail: HashEmail;
}

type About = (request: FastifyRequest) => string | null;

/** The log entry of a successful request. Signing in is logged where the session starts. */
const WORKED: Partial<Record<ConsoleRoute, SecurityKind>> = {
  "POST /account/proof": "proof given",
  "POST /account/proof/passkey": "proof given",
  "POST /team/invitations": "access changed",
  "POST /team/invitations/:id/withdraw": "access changed",
  "POST /team/:id/role": "access changed",
  "POST /team/:id/reset-two-factor": "access changed",
  "POST /team/:id/sessions/end": "access changed",
  "POST /team/:id/remove": "access changed",
  "POST /password-reset/finish": "access changed",
  "POST /account/password": "access changed",
  "POST /api-keys": "API keys changed",
  "POST /api-keys/:id/revoke": "API keys changed",
  "PUT /connections/:kind": "connection changed",
  "POST /connections/:kind/disconnect": "connection changed",
  "POST /reports/:id/shares": "report shared",
  "PUT /reports/:id/schedule": "report shared",
  "GET /privacy-requests/person": "person looked up",
  "GET /person": "person looked up",
  "GET /leads": "people listed",
  "GET /people": "people listed",
  "GET /leads/:id": "person looked up",
  "GET /leads/:id/journey": "person looked up",
  "POST /privacy-requests/export": "person exported",
  "POST /privacy-requests/deletion": "person deleted",
  "GET /replays/:id": "replay watched",
  "GET /replays/:id/segments": "replay watched",
  "GET /replays/:id/segments/:segment": "replay watched",
  "PUT /replays/access": "access changed",
  "POST /account/two-factor/recovery-codes": "access changed",
  "POST /account/two-factor/totp/confirm": "access changed",
  "POST /account/two-factor/totp/remove": "access changed",
  "POST /account/passkeys": "access changed",
  "POST /account/passkeys/remove": "access changed",
};

/** The log entry of a request with a wrong password, code or passkey. */
const FAILED: Partial<Record<ConsoleRoute, SecurityKind>> = {
  "POST /setup": "sign-in failed",
  "POST /join": "sign-in failed",
  "POST /sign-in": "sign-in failed",
  "POST /sign-in/code": "sign-in failed",
  "POST /sign-in/passkey": "sign-in failed",
  "POST /sign-in/second-passkey": "sign-in failed",
  "POST /password-reset/finish": "sign-in failed",
  "POST /account/proof": "proof failed",
  "POST /account/proof/passkey": "proof failed",
  "POST /account/password": "proof failed",
  "POST /account/two-factor/recovery-codes": "proof failed",
  "POST /account/two-factor/totp": "proof failed",
  "POST /account/two-factor/totp/remove": "proof failed",
  "POST /account/passkeys/options": "proof failed",
  "POST /account/passkeys/remove": "proof failed",
};

const REFUSED = [401, 403, 410];
const DIGEST_LENGTH = 16;
/** The start of a response that asks for a proof, which is not a rejection. */
const UNPROVEN = '{"error":{"code":"proof_required"';

/**
 * Logs what each console request did, or that it was rejected. Call it before the routes of the scope are added.
 */
export function noteAccess(scope: FastifyInstance, { security, hashEmail }: NoteAccessOptions): void {
  const digest = (id: unknown) =>
    typeof id === "string" && id !== "" ? hashEmail(id).slice(0, DIGEST_LENGTH) : null;
  const visitorOf: About = ({ query, body }) => digest(textIn(query, "id") ?? textIn(body, "id"));
  const replayOf: About = ({ params }) => digest(textIn(params, "id"));
  const subjects: Partial<Record<ConsoleRoute, About>> = {
    "POST /team/invitations": ({ body }) => textIn(body, "email"),
    "PUT /connections/:kind": ({ params }) => textIn(params, "kind"),
    "POST /connections/:kind/disconnect": ({ params }) => textIn(params, "kind"),
    "GET /privacy-requests/person": visitorOf,
    "POST /privacy-requests/export": visitorOf,
    "POST /privacy-requests/deletion": visitorOf,
    "GET /person": visitorOf,
    "POST /query/events": ({ body }) => digest(textIn(body, "person")),
    "GET /replays/:id": replayOf,
    "GET /replays/:id/segments": replayOf,
    "GET /replays/:id/segments/:segment": replayOf,
  };
  const kindOf = (
    { account, body }: FastifyRequest,
    route: ConsoleRoute,
    { status, isUnproven }: { status: number; isUnproven: boolean },
  ): SecurityKind | null => {
    if (status < 400) {
      const isLookUp = route === "POST /query/events" && textIn(body, "person") !== null;
      return WORKED[route] ?? (isLookUp ? "person looked up" : null);
    }
    const failed = FAILED[route];
    if (status === 429 && failed) return "locked out";
    if (!REFUSED.includes(status)) return null;
    if (failed) return failed;
    return status === 403 && account && !isUnproven ? "access refused" : null;
  };

  // Unlike `onResponse`, this also runs if the client closes the connection before the response.
  scope.addHook("onSend", async (request, { statusCode }, payload) => {
    const path = request.routeOptions.url?.replace("/console/api", "") ?? "";
    const route = `${request.method} ${path}` as ConsoleRoute;
    const isUnproven = typeof payload === "string" && payload.startsWith(UNPROVEN);
    const kind = kindOf(request, route, { status: statusCode, isUnproven });
    if (!kind) return payload;
    const about = subjects[route]?.(request);
    security.note({
      kind,
      account: request.account?.email ?? textIn(request.body, "email"),
      about: kind === "access refused" ? route : (about ?? textIn(request.params, "id")),
      address: request.ip,
    });
    return payload;
  });
}

function textIn(part: unknown, name: string): string | null {
  const value = typeof part === "object" && part !== null ? (part as Record<string, unknown>)[name] : null;
  return typeof value === "string" && value !== "" ? value : null;
}
