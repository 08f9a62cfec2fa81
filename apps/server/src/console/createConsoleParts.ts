import type { Timestamp } from "@marquee/contract";
import type { Logger } from "pino";
import { createAttempts } from "../domains/accounts/attempts.ts";
import { createDevices } from "../domains/accounts/devices.ts";
import { createPasswordChecks } from "../domains/accounts/passwordChecks.ts";
import { createChallenges } from "../domains/accounts/secondFactor/challenges.ts";
import { createRelyingParty } from "../domains/accounts/secondFactor/relyingParty.ts";
import { createAfterPassword } from "../domains/accounts/secondFactor/secondStepRoutes.ts";
import { createTwoFactorPolicy } from "../domains/accounts/secondFactor/twoFactorPolicy.ts";
import type { SecurityLog } from "../domains/accounts/securityLog.ts";
import { createSessions } from "../domains/accounts/sessions.ts";
import { createSessionWatch } from "../domains/accounts/sessionWatch.ts";
import { createSignIn } from "../domains/accounts/signIn.ts";
import { createArchiveStore } from "../domains/archive/archiveStore.ts";
import { linkDestinations } from "../domains/campaigns/console/linkDestinations.ts";
import type { Connections } from "../domains/connections/startConnections.ts";
import {
  createExperimentStore,
  type ExperimentDependencies,
} from "../domains/experiments/experimentStore.ts";
import { hasVisitors } from "../domains/experiments/results/readResults.ts";
import { createMailer } from "../domains/mail/createMailer.ts";
import { createStackResolver } from "../domains/monitoring/sourceMaps/createStackResolver.ts";
import type { Identities } from "../domains/people/identities/startIdentities.ts";
import { createImageLinks } from "../domains/publishing/imageLinks.ts";
import type { ListSitePages } from "../domains/publishing/sitePages.ts";
import { createReplayIds } from "../domains/replay/replayId.ts";
import { ownHosts } from "../domains/site/ownHosts.ts";
import type { CurrentSite } from "../domains/site/startSite.ts";
import { recordedRetention } from "../platform/config/recordedRetention.ts";
import type { RecordRetention } from "../platform/config/recordRetention.ts";
import { hasOwnHost } from "../platform/http/hosts.ts";
import type { EventStore } from "../platform/storage/events/eventStore.ts";
import type { Records } from "../platform/storage/records/records.ts";
import type { SigningKeys } from "../platform/storage/records/signingKeys.ts";
import type { Countries } from "../platform/visitor/countries.ts";

export interface PartsOptions {
  records: Records;
  eventStore: EventStore;
  keys: Pick<SigningKeys, "of">;
  identities: Identities;
  site: CurrentSite;
  connections: Connections;
  countries: Pick<Countries, "codeOf">;
  security: SecurityLog;
  experiments: ExperimentDependencies;
  /** Origin of the site. */
  publicUrl: string;
  /** Origin of the console; requests must come from its pages. */
  consoleUrl: string;
  /** Whether every account must have a second factor. */
  requireTwoFactor: boolean;
  /** Retention of events in days; null to keep them forever. */
  retentionDays: number | null;
  /** Retention of recordings in days; null for no separate limit. They are never kept longer than events. */
  replayRetentionDays: number | null;
  recordRetention: RecordRetention;
  listSitePages: ListSitePages;
  now: () => Timestamp;
  log: Logger;
}

/** The parts that only the console's API uses, created from the server's parts. */
export function createConsoleParts(options: PartsOptions) {
  const { records, eventStore, keys, consoleUrl, identities, site, countries, security, now, log } = options;
  const { db } = records;
  const isSecure = consoleUrl.startsWith("https:");
  const sessions = createSessions({ db, now, isSecure, countries });
  const devices = createDevices({ db, now, isSecure });
  const attempts = createAttempts(now);
  const policy = createTwoFactorPolicy({
    db,
    isRequired: options.requireTwoFactor,
    site: () => ({ ...site.current(), ownHosts: ownHosts(site) }),
    siteUrl: hasOwnHost(options) ? options.publicUrl : null,
  });
  const signIn = createSignIn({ sessions, devices, policy, security });
  const challenges = createChallenges({ db, now, isSecure });
  const party = createRelyingParty(consoleUrl);
  const recordedDays = recordedRetention(options);
  const previewKey = keys.of("previews");
  return {
    db,
    isSecure,
    sessions,
    devices,
    attempts,
    checks: createPasswordChecks({ db, attempts, devices }),
    policy,
    signIn,
    challenges,
    party,
    afterPassword: createAfterPassword({ db, challenges, party, signIn }),
    sessionWatch: createSessionWatch({ sessions, log }),
    mailer: createMailer(options.connections, now),
    hashEmail: identities.hashEmail,
    replayIds: createReplayIds({ key: keys.of("replays"), eventStore }),
    stacks: createStackResolver(createArchiveStore(db), now),
    experiments: createExperimentStore({
      ...options.experiments,
      db,
      hasVisitors: (experiment) => hasVisitors({ eventStore, db, now }, experiment),
      now,
    }),
    pathOfPage: options.experiments.pathOfPage,
    destinations: linkDestinations(options),
    recordedDays,
    retention: { retentionDays: options.retentionDays, recordedDays, recordDays: options.recordRetention },
    previewKey,
    imageLinks: createImageLinks(previewKey, now),
  };
}
