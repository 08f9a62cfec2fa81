import type { Timestamp } from "@marquee/contract";
import {
  type Access,
  CHANGE_ENTITIES,
  CHANGE_KINDS,
  type Change,
  type ChangeQuery,
  type ChangesResponse,
  mayOpen,
} from "@marquee/contract/schema";
import { and, desc, eq, inArray, lt, max, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { pathId } from "../../../platform/http/pathId.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { changes } from "../../../platform/storage/records/tables.ts";
import type { StoredChange } from "../../../platform/versioned/versionedRecord.types.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { requireProof } from "../../accounts/requireRole.ts";
import type { Destinations } from "../../campaigns/campaignLinkStore.ts";
import type { ExperimentStore } from "../../experiments/experimentStore.ts";
import type { Flags } from "../../flags/startFlags.ts";
import type { Recording } from "../../replay/settings/startRecordingSettings.ts";
import type { CurrentSite } from "../../site/startSite.ts";
import { isRevertible, revertChange } from "./revertChange.ts";

const PAGE_SIZE = 50;

/** Account changes that everyone can also see on the People screen. Others would show attackers who to target. */
const PUBLIC_OF_ACCOUNTS = ["invited", "withdrawn", "joined", "changed", "removed"];

interface Reader extends Access {
  email: string;
}

interface ChangeRoutesOptions {
  db: RecordsDatabase;
  flags: Flags;
  experiments: ExperimentStore;
  recording: Pick<Recording, "save">;
  site: Pick<CurrentSite, "save">;
  /** Destinations that campaign links may have. */
  destinations: () => Promise<Destinations>;
  now: () => Timestamp;
}

/** The change history, and reverting a change. */
export function changeRoutes(options: ChangeRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    const { db, now } = options;
    addRoute(scope, "GET /changes", async (request) => readChanges(db, request.account, request.query));

    addRoute(scope, "POST /changes/:id/revert", async (request) => {
      const person = request.account;
      const prove = () => requireProof(request, now());
      const actor = person.email;
      await revertChange({ ...options, actor, person, prove, now: now() }, pathId(request.params.id));
      return {};
    });
  };
}

/** One page of the change history that the reader may see, newest first. */
async function readChanges(
  db: RecordsDatabase,
  reader: Reader,
  { entity, key, before }: ChangeQuery,
): Promise<ChangesResponse> {
  const rows = await db
    .select()
    .from(changes)
    .where(
      and(
        entity && eq(changes.entity, entity),
        key ? eq(changes.key, key) : undefined,
        before === undefined ? undefined : lt(changes.id, before),
        isShownTo(reader),
      ),
    )
    .orderBy(desc(changes.id))
    .limit(PAGE_SIZE + 1);
  const latest = await readLatest(db);
  const page = rows.slice(0, PAGE_SIZE);
  return {
    changes: page.map((row) => describe(row, latest.has(row.id))),
    next: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null,
  };
}

/** Entities whose screens are for owners only. */
const OF_OWNERS = ["connection", "api-key", "share"] as const;

/** Changes to private reports are as private as the reports. */
const isOfSharedReport = () => sql`coalesce(${changes.after} ->> 'isShared', 'false') = 'true'`;

/** Owners see every change. Others see no connections and keys, only public account changes, and those of their own account. */
function isShownTo(reader: Reader): SQL | undefined {
  const { email, role } = reader;
  if (role === "owner") return undefined;
  const visibleEntities = CHANGE_ENTITIES.filter((entity) => mayOpen(reader, CHANGE_KINDS[entity].area));
  return and(
    inArray(changes.entity, visibleEntities),
    notInArray(changes.entity, [...OF_OWNERS]),
    or(notInArray(changes.entity, ["report", "board"]), eq(changes.actor, email), isOfSharedReport()),
    or(ne(changes.entity, "account"), eq(changes.key, email), inArray(changes.action, PUBLIC_OF_ACCOUNTS)),
  );
}

/** IDs of the latest change of each item; only that one can be reverted without undoing later changes. */
async function readLatest(db: RecordsDatabase): Promise<Set<number>> {
  const rows = await db
    .select({ id: max(changes.id) })
    .from(changes)
    .groupBy(changes.entity, changes.key);
  return new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])));
}

function describe({ at, ...row }: StoredChange, isLatest: boolean): Change {
  return { ...row, at: at.getTime(), isReversible: isLatest && isRevertible(row) };
}
