import { ONE_MINUTE, type Timestamp } from "@marquee/contract";
import { may, type ReportContent, reportScreen } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { pathId } from "../../../platform/http/pathId.ts";
import { createRateLimit } from "../../../platform/http/rateLimit.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { requirePermission, requireProof } from "../../accounts/requireRole.ts";
import { askerOf } from "../../questions/console/questionRoutes.ts";
import { answerCard, type CardParts, checkContent } from "../answerCard.ts";
import type { ReportMails } from "../mails/createReportMails.ts";
import { changeReport, createReport, findReport, listReportOwners, listReports } from "../reportStore.ts";
import { createShare, listShares, revokeShare } from "../shareStore.ts";

interface ReportRoutesOptions extends CardParts {
  db: RecordsDatabase;
  reportMails: ReportMails;
  /** Origin of the console. */
  consoleUrl: string;
  now: () => Timestamp;
}

/** Maximum test emails per account in ten minutes, because they go to people. */
const MAX_TESTS = 20;

/** Reports and boards: everyone sees the shared ones, editors change them, share them by link and send them. */
export function reportRoutes(options: ReportRoutesOptions) {
  const { db, reportMails, consoleUrl, now } = options;
  const tests = createRateLimit({ now, most: MAX_TESTS });
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "POST /query/card", async (request, reply) =>
      answerCard(options, request.body, askerOf(request, reply)),
    );

    addRoute(scope, "GET /reports", async (request) => {
      const person = request.account;
      const mayEdit = may(person.role, "edit");
      return {
        reports: await listReports(db, person),
        mayEdit,
        owners: mayEdit ? await listReportOwners(db) : [],
      };
    });

    addRoute(scope, "POST /reports", async (request) => {
      const person = request.account;
      const { definition } = request.body;
      await checkContent(db, definition.content, person.id);
      return createReport(db, definition, { person, now: now() });
    });

    addRoute(scope, "PUT /reports/:id", async (request) => {
      const person = request.account;
      const key = pathId(request.params.id);
      const { owner, ...edit } = request.body;
      // A report can be deleted even if it uses something that no longer exists.
      if (!edit.definition.isDeleted) await checkContent(db, edit.definition.content, person.id);
      const prove = () => requireProof(request, now());
      return changeReport(db, { key, ...edit }, { person, owner, prove, now: now() });
    });

    addRoute(scope, "GET /reports/:id/shares", async (request) => {
      const { id } = await findReport(db, pathId(request.params.id), requirePermission(request, "edit"));
      return { shares: await listShares(db, id) };
    });

    addRoute(scope, "POST /reports/:id/shares", async (request) => {
      const person = request.account;
      const { id, definition } = await findReport(db, pathId(request.params.id), person);
      await checkOutside(db, definition.content);
      const { days } = request.body;
      const { share, token } = await createShare(db, { reportId: id, days, person, now: now() });
      return { share, url: `${consoleUrl}/shared/${token}` };
    });

    addRoute(scope, "GET /shares", async () => {
      return { shares: await listShares(db) };
    });

    addRoute(scope, "POST /shares/:id/revoke", async (request) => {
      const person = request.account;
      await revokeShare(db, { id: request.params.id, person, now: now() });
      return {};
    });

    addRoute(scope, "GET /reports/:id/schedule", async (request) => {
      const { id } = await findReport(db, pathId(request.params.id), requirePermission(request, "edit"));
      return reportMails.read(id);
    });

    addRoute(scope, "PUT /reports/:id/schedule", async (request) => {
      const person = request.account;
      const { id, definition } = await findReport(db, pathId(request.params.id), person);
      if (request.body.isOn) await checkOutside(db, definition.content);
      return reportMails.save(id, request.body, person.email);
    });

    addRoute(scope, "POST /reports/:id/schedule/send", async (request) => {
      const person = request.account;
      const report = await findReport(db, pathId(request.params.id), person);
      await checkOutside(db, report.definition.content);
      const wait = tests.take(person.id);
      if (wait !== null)
        throw new ApiError("too_many_requests", "Too many tests. Try again in a few minutes.", wait);
      const result = await reportMails.sendNow(report, person.email, AbortSignal.timeout(ONE_MINUTE));
      return result.outcome === "delivered"
        ? { isWorking: true, answer: result.answer }
        : { isWorking: false, answer: result.error };
    });
  };
}

/**
 * Checks that people without an account may see a report.
 * @throws {ApiError} bad_request with the reason.
 */
async function checkOutside(db: RecordsDatabase, content: ReportContent): Promise<void> {
  const screen = content.kind === "screen" ? reportScreen(content.path) : undefined;
  if (screen?.isPersonal)
    throw new ApiError("bad_request", `${screen.isPersonal} Reports on it can't be shared or sent.`);
  if (content.cards.length === 0)
    throw new ApiError(
      "bad_request",
      screen
        ? `Reports on ${screen.title} can be saved and opened, but not shared or sent.`
        : "The board is empty. Pin something to it first.",
    );
  // Only shared segments are allowed, because others are private to an account.
  await checkContent(db, content);
}
