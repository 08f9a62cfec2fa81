import { ONE_DAY, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import { type AlertChannel, type ChannelTestResult, may } from "@marquee/contract/schema";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { pathId } from "../../../platform/http/pathId.ts";
import { createRateLimit } from "../../../platform/http/rateLimit.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { Account } from "../../accounts/accounts.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { requireProof } from "../../accounts/requireRole.ts";
import { listGoals } from "../../goals/goalStore.ts";
import type { AttemptResult } from "../../leads/deliveries/delivery.types.ts";
import type { CurrentSite } from "../../site/startSite.ts";
import { countOpenAlarms, listAlarms } from "../alarmStore.ts";
import { alertStore, checkAlert, snoozeAlert } from "../alertStore.ts";
import { sampleAlarm } from "../channels/alarmRequest.ts";
import type { Channels } from "../channels/createChannels.ts";
import type { Alerting } from "../createAlerting.ts";
import type { Digests } from "../digest/createDigests.ts";
import { findDigest, setDigest } from "../digest/digestStore.ts";
import { dueWeek, nextDigestAt } from "../digest/digestWeek.ts";
import type { Alerts } from "../startAlerts.ts";

export interface AlertRoutesOptions {
  db: RecordsDatabase;
  alerts: Pick<Alerts, "wake">;
  channels: Channels;
  digests: Digests;
  preview: Alerting["preview"];
  site: Pick<CurrentSite, "current">;
  now: () => Timestamp;
}

/** Maximum tests per account in ten minutes, because they notify people. */
const MAX_TESTS = 20;
/**
 * Maximum previews per account in ten minutes, because each reads months. A form requests one on each change.
 */
const MAX_PREVIEWS = 200;
/** Limits how long a forgotten snooze can last. */
const LONGEST_SNOOZE = 366 * ONE_DAY;
/** The digest is shown in a frame; it contains only inline styles. */
const PREVIEW_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox";

/** Alerts, their alarms, and the weekly digest: anyone can read them, editors change alerts, and everyone their own digest. */
export function alertRoutes({ db, alerts, channels, digests, preview, site, now }: AlertRoutesOptions) {
  const tests = createRateLimit({ now, most: MAX_TESTS });
  const previews = createRateLimit({ now, most: MAX_PREVIEWS });
  const resultOf = (channel: AlertChannel, result: AttemptResult): ChannelTestResult => {
    const isWorking = result.outcome === "delivered";
    return { channel, isWorking, answer: isWorking ? result.answer : result.error };
  };
  const limitTests = (accountId: string) => {
    const wait = tests.take(accountId);
    if (wait !== null)
      throw new ApiError("too_many_requests", "Too many tests. Try again in a few minutes.", wait);
  };
  /** Recipients get figures by email for as long as the alert is on. */
  const requireProofFor = (
    request: Pick<FastifyRequest, "account">,
    recipients: readonly string[],
    before: readonly string[],
  ) => {
    if (recipients.some((each) => !before.includes(each))) requireProof(request, now());
  };
  const by = ({ email: actor }: Account) => ({ actor, now: now() });
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /alerts", async (request) => {
      const { role } = request.account;
      const [{ states: all }, { alarms: open }, goals] = await Promise.all([
        alertStore.list(db),
        listAlarms(db, { isOpen: true }),
        listGoals(db),
      ]);
      return {
        // Other roles see what is watched, but not the recipients.
        alerts: may(role, "edit")
          ? all
          : all.map((each) => ({ ...each, definition: { ...each.definition, recipients: [] } })),
        open,
        connected: channels.connected(),
        goals: goals.map(({ id, name }) => ({ id, name })),
      };
    });

    addRoute(scope, "POST /alerts", async (request) => {
      const { definition } = request.body;
      requireProofFor(request, definition.recipients, []);
      const created = await alertStore.create(db, definition, by(request.account));
      alerts.wake();
      return created;
    });

    addRoute(scope, "POST /alerts/preview", async (request) => {
      const wait = previews.take(request.account.id);
      if (wait !== null)
        throw new ApiError("too_many_requests", "Too many previews. Try again in a few minutes.", wait);
      return preview(await checkAlert(db, request.body.definition));
    });

    addRoute(scope, "PUT /alerts/:id", async (request) => {
      const key = pathId(request.params.id);
      const { definition: before } = await alertStore.find(db, key);
      requireProofFor(request, request.body.definition.recipients, before.recipients);
      const changed = await alertStore.change(db, { key, ...request.body }, by(request.account));
      alerts.wake();
      return changed;
    });

    addRoute(scope, "POST /alerts/:id/snooze", async (request) => {
      const { until } = request.body;
      if (until !== null && (until <= now() - ONE_MINUTE || until > now() + LONGEST_SNOOZE))
        throw new ApiError("bad_request", "Snooze until a time within the next year.");
      return snoozeAlert(db, { id: pathId(request.params.id), until });
    });

    addRoute(scope, "POST /alerts/:id/test", async (request) => {
      const { id: accountId } = request.account;
      const { id, definition: alert } = await alertStore.find(db, pathId(request.params.id));
      if (alert.channels.length === 0)
        throw new ApiError(
          "bad_request",
          "This alert has no channel. Choose one, save the alert, then test it.",
        );
      limitTests(accountId);
      const sample = sampleAlarm(now(), { id, name: alert.name });
      const results = alert.channels.map(async (channel): Promise<ChannelTestResult> => {
        const { recipients } = alert;
        const signal = AbortSignal.timeout(ONE_MINUTE);
        return resultOf(
          channel,
          await channels.send(channel, sample, { recipients, isTest: true, now: now(), signal }),
        );
      });
      return { results: await Promise.all(results) };
    });

    addRoute(scope, "GET /alarms", async (request) => {
      return listAlarms(db, request.query);
    });

    addRoute(scope, "GET /alarms/count", async () => ({ open: await countOpenAlarms(db) }));

    const digestOf = async (accountId: string) => {
      const row = await findDigest(db, accountId);
      return {
        isOn: row?.isOn ?? false,
        isConnected: channels.connected().includes("email"),
        nextAt: nextDigestAt(now(), site.current()),
        last: row?.attemptedAt ? { state: row.state, at: row.attemptedAt.getTime(), error: row.error } : null,
      };
    };

    addRoute(scope, "GET /digest", (request) => digestOf(request.account.id));

    addRoute(scope, "PUT /digest", async (request) => {
      const { id } = request.account;
      const week = dueWeek(now(), site.current()).first;
      await setDigest(db, { accountId: id, isOn: request.body.isOn, week });
      return digestOf(id);
    });

    addRoute(scope, "POST /digest/send", async (request) => {
      const account = request.account;
      limitTests(account.id);
      return { results: [resultOf("email", await digests.sendNow(account))] };
    });

    addRoute(scope, "GET /digest/preview", async (request, reply) => {
      const { html } = await digests.build(request.account.id);
      return reply
        .type("text/html; charset=utf-8")
        .header("content-security-policy", PREVIEW_POLICY)
        .send(html);
    });
  };
}
