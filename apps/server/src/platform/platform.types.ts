import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Config } from "./config/config.ts";
import type { Lifecycle } from "./lifecycle.ts";
import type { RecordsDatabase } from "./storage/records/records.ts";
import type { SigningKeys } from "./storage/records/signingKeys.ts";
import type { Stores } from "./storage/stores.ts";
import type { Countries } from "./visitor/countries.ts";

/** Dependencies that every domain is started with. */
export interface Platform extends Pick<Stores, "eventStore" | "records">, Pick<Lifecycle, "started"> {
  server: FastifyInstance;
  config: Config;
  /** The database of `records`. */
  db: RecordsDatabase;
  keys: SigningKeys;
  countries: Countries;
  /** Current time in milliseconds since the epoch. */
  now: () => Timestamp;
  log: Logger;
}
