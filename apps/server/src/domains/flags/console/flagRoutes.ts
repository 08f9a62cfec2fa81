import { type Environment, type FlagDefinition, SITE_BANNER_FLAG, type Timestamp } from "@marquee/contract";
import type { FlagState } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { isBuiltIn } from "../checkFlag.ts";
import { explainFlag } from "../explainFlag.ts";
import { readFlags, type StoredFlag } from "../flagStore.ts";
import { saveFlag } from "../saveFlag.ts";
import type { Flags } from "../startFlags.ts";

interface FlagRoutesOptions {
  db: RecordsDatabase;
  flags: Flags;
  environment: Environment;
  clientKey: string;
  now: () => Timestamp;
}

/** Routes to list, read and save flags, and to evaluate one for a test visitor. */
export function flagRoutes(options: FlagRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    const { db, flags, environment, clientKey, now } = options;

    addRoute(scope, "GET /flags", async () => {
      const states = await readFlagStates(db, flags);
      return { flags: states, remoteProblems: flags.remoteProblems(), environment, clientKey };
    });

    addRoute(scope, "GET /flags/:key", async ({ params }) => {
      return readFlagState(db, flags, params.key);
    });

    addRoute(scope, "PUT /flags/:key", async (request) => {
      const { email: actor } = request.account;
      const { params, body } = request;
      if (body.definition.key !== params.key)
        throw new ApiError("bad_request", "A flag's key can't be changed. Create another flag instead.");
      await saveFlag({ db, flags, actor, now: now() }, body);
      return readFlagState(db, flags, params.key);
    });

    addRoute(scope, "POST /flags/:key/trial", async ({ params, body }) => {
      const definition = body.definition ?? (await readFlagState(db, flags, params.key)).definition;
      return explainFlag({
        definition,
        otherFlags: flags.definitions(),
        experiments: flags.running(),
        environment,
        attributes: body.attributes,
        now: now(),
      });
    });
  };
}

/** The state of every flag, including archived ones, sorted by key. */
async function readFlagStates(db: RecordsDatabase, flags: Flags): Promise<FlagState[]> {
  const stored = new Map((await readFlags(db)).map((flag) => [flag.key, flag]));
  return flags
    .definitions()
    .map((definition) => stateOf(definition, stored.get(definition.key), flags))
    .sort((one, other) => one.definition.key.localeCompare(other.definition.key));
}

/** @throws {ApiError} not_found */
async function readFlagState(db: RecordsDatabase, flags: Flags, key: string): Promise<FlagState> {
  const state = (await readFlagStates(db, flags)).find(({ definition }) => definition.key === key);
  if (!state) throw new ApiError("not_found", `There is no flag ${key}.`);
  return state;
}

function stateOf(definition: FlagDefinition, stored: StoredFlag | undefined, flags: Flags): FlagState {
  const running = flags.running().find((experiment) => experiment.definition.flag === definition.key);
  const isBanner = definition.key === SITE_BANNER_FLAG;
  return {
    // The banner's default value is content.
    definition: {
      ...(stored?.definition ?? definition),
      ...(isBanner && { defaultValue: definition.defaultValue }),
    },
    revision: stored?.revision ?? 0,
    updatedAt: stored?.updatedAt.getTime() ?? null,
    updatedBy: stored?.updatedBy ?? null,
    isBuiltIn: isBuiltIn(definition.key),
    experiment: running?.definition.key ?? null,
  };
}
