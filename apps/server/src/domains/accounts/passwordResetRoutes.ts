import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import pLimit from "p-limit";
import type { Logger } from "pino";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { linkWith } from "../../platform/storage/tokens.ts";
import { addRoute } from "./addRoute.ts";
import { type Attempts, resetLimits } from "./attempts.ts";
import type { PasswordChecks } from "./passwordChecks.ts";
import { createPasswordReset, dropPasswordReset, finishPasswordReset } from "./passwordReset.ts";

/** Sends password reset links. */
interface ResetMailer {
  isConnected(): boolean;
  maySendResetLinks(): boolean;
  /** @throws if the link could not be sent. */
  sendResetLink(email: string, url: string): Promise<void>;
}

interface PasswordResetOptions {
  db: RecordsDatabase;
  attempts: Attempts;
  checks: Pick<PasswordChecks, "openLink">;
  mailer: ResetMailer;
  consoleUrl: string;
  now: () => Timestamp;
  log: Pick<Logger, "warn">;
}

/** Requests that are handled after their response; more are dropped. */
const MAX_WAITING = 100;

/** Public routes: request a link by email, and choose a new password with it. */
export function passwordResetRoutes(options: PasswordResetOptions) {
  const { db, attempts, checks, mailer, consoleUrl, now, log } = options;
  const oneByOne = pLimit(1);

  const sendLink = async (address: string) => {
    const reset = await createPasswordReset(db, address, now());
    if (!reset) return;
    try {
      await mailer.sendResetLink(reset.email, linkWith(reset.token, consoleUrl, "reset-password"));
    } catch (error) {
      await dropPasswordReset(db, reset.token);
      throw error;
    }
  };

  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /password-reset", async () => ({ isAvailable: mailer.maySendResetLinks() }));

    addRoute(scope, "POST /password-reset", async (request) => {
      if (!mailer.isConnected())
        throw new ApiError(
          "conflict",
          "This server can't send email. Ask the person who runs it to reset your password.",
        );
      if (!mailer.maySendResetLinks())
        throw new ApiError(
          "conflict",
          "Email was set up or changed less than 24 hours ago, so links for a new password are not sent yet. Ask the person who runs the server to reset your password.",
        );
      attempts.take(resetLimits(request.ip));
      // Neither the response nor its time depends on whether there is such an account.
      if (oneByOne.pendingCount < MAX_WAITING) {
        oneByOne(() => sendLink(request.body.email)).catch((error: unknown) =>
          log.warn({ err: error }, "Failed to send a password reset link."),
        );
      }
      return {};
    });

    addRoute(scope, "POST /password-reset/finish", async (request) => {
      await checks.openLink(request, () => finishPasswordReset(db, request.body, now()));
      return {};
    });
  };
}
