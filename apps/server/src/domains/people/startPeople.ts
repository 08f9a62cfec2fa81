import type { Ingest } from "../../ingest/process/ingest.ts";
import type { CommandHandler } from "../../platform/http/commandSocket.ts";
import type { Platform } from "../../platform/platform.types.ts";
import type { CurrentSite } from "../site/startSite.ts";
import { createIdentities, type Identities, startFollowing } from "./identities/startIdentities.ts";
import { eraseHandlers } from "./privacy/eraseSocket.ts";
import { ownDataRoutes } from "./privacy/ownDataRoutes.ts";
import { type Deletions, startDeletions } from "./privacy/startDeletions.ts";
import { type Erasure, startErasure } from "./privacy/startErasure.ts";
import { startRecordRetention } from "./privacy/startRecordRetention.ts";

interface PeopleOptions extends Platform {
  ingest: Ingest;
  site: CurrentSite;
}

/** Identities and privacy requests, running. */
export interface People extends Pick<Identities, "hashEmail"> {
  identities: Identities;
  deletions: Deletions;
  erasure: Erasure;
  /** Answers `npm run erase`. */
  eraseHandlers: Record<string, CommandHandler>;
}

export async function startPeople(options: PeopleOptions): Promise<People> {
  const { server, config, eventStore, db, ingest, keys, log, started } = options;
  const { retentionDays, recordRetention, confirmedRecords, publicUrl, dataDir, clickhouseUrl } = config;
  const identities = createIdentities({ eventStore, db, key: keys.of("identities") });
  const { hashEmail } = identities;
  started(startFollowing({ ...options, identities, retentionDays }));
  started(
    startRecordRetention({ ...options, hashEmail, retention: recordRetention, confirmed: confirmedRecords }),
  );
  const { drain, recordings } = ingest;
  const deletions = started(startDeletions({ ...options, drain, recordings, identities }));
  const erasure = started(
    startErasure({ ...options, hashEmail, dataDir, isEmbedded: clickhouseUrl === null }),
  );
  await server.register(ownDataRoutes({ ...options, hashEmail, publicUrl }));
  return {
    identities,
    hashEmail,
    deletions,
    erasure,
    eraseHandlers: eraseHandlers({ erasure, db, hashEmail, log }),
  };
}
