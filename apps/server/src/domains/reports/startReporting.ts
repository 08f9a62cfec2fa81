import { servedOn } from "../../platform/http/hosts.ts";
import type { Platform } from "../../platform/platform.types.ts";
import type { ChecksOptions } from "../alerts/checks/createChecks.ts";
import { type Alerting, createAlerting } from "../alerts/createAlerting.ts";
import { DIGEST_UNSUBSCRIBING } from "../alerts/digest/createDigests.ts";
import type { Connections } from "../connections/startConnections.ts";
import { unsubscribeRoutes } from "../mail/unsubscribeRoutes.ts";
import type { Questions } from "../questions/createQuestions.ts";
import { createReportMails, REPORT_UNSUBSCRIBING, type ReportMails } from "./mails/createReportMails.ts";

type ReportingOptions = Platform & ChecksOptions & { connections: Connections; questions: Questions };

/** Alerts, digests and reports by email, and the links that end these emails. */
export async function startReporting(options: ReportingOptions): Promise<Alerting<ReportMails>> {
  const { server, config, now, started } = options;
  const parts = { ...options, consoleUrl: config.consoleUrl };
  const alerting = createAlerting<ReportMails>({
    ...parts,
    createSender: (channels) => createReportMails({ ...parts, channels }),
  });
  started(alerting.alerts);
  // Emails sent before the console had its own host link to the site's host.
  for (const routes of [
    unsubscribeRoutes({ ...DIGEST_UNSUBSCRIBING, links: alerting.digests, now }),
    unsubscribeRoutes({ ...REPORT_UNSUBSCRIBING, links: alerting.sender, now }),
  ])
    await server.register(servedOn("both", routes));
  return alerting;
}
