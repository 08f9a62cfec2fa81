import { SecretsKeyError } from "./domains/connections/secretsKey.ts";
import { ConfigError } from "./platform/config/config.ts";
import { ApiError } from "./platform/errors/apiError.ts";
import { ContentError } from "./platform/errors/contentError.ts";
import { DiskFullError } from "./platform/errors/diskFullError.ts";
import { EventStoreError } from "./platform/errors/eventStoreError.ts";
import { InterruptedRestoreError } from "./platform/errors/interruptedRestoreError.ts";
import { NewerDataError } from "./platform/errors/newerDataError.ts";
import { RecordsError } from "./platform/errors/recordsError.ts";
import { errorText } from "./platform/log/endOnCrash.ts";
import { DataDirError } from "./platform/storage/dataDir.ts";
import { diskFullError, hasNoSpace } from "./platform/storage/disk.ts";
import { EventsFolderInUseError } from "./platform/storage/events/chdb/supervisor.ts";
import { SpoolCorruptedError } from "./platform/storage/spool/checkSpoolFile.ts";

/**
 * One line for errors that the operator can fix; the full error otherwise.
 * @param dataDir the data folder, whose disk may be full; null to recognize only errors that report a full disk
 * themselves.
 */
export function explainFailure(error: unknown, dataDir: string | null = null): string {
  if (error instanceof DiskFullError) return error.message;
  if (dataDir !== null && hasNoSpace(error)) return explainFailure(diskFullError(dataDir, error));
  if (error instanceof ConfigError || error instanceof DataDirError) return error.message;
  if (error instanceof SecretsKeyError) return error.message;
  if (error instanceof EventsFolderInUseError || error instanceof RecordsError) return error.message;
  if (error instanceof EventStoreError) return error.message;
  if (error instanceof SpoolCorruptedError || error instanceof NewerDataError) return error.message;
  if (error instanceof InterruptedRestoreError) return error.message;
  if (error instanceof ContentError) return error.message;
  if (error instanceof ApiError) return `OWNER_EMAIL and OWNER_PASSWORD: ${error.message}`;
  if (!(error instanceof Error)) return errorText(error);
  const { code, port, address, settings = PUBLIC_SETTINGS } = error as ListenError;
  if (code === "EADDRINUSE")
    return `Port ${port} is in use. Stop the process that uses it, or set ${settings.port} to another port.`;
  if (code === "EACCES" && port)
    return `This user can't open port ${port}. Set ${settings.port} to a port above 1023.`;
  if (code === "EADDRNOTAVAIL")
    return `This machine has no address ${address}. Set ${settings.host} to 127.0.0.1 or 0.0.0.0.`;
  const isFull = dataDir === null ? null : diskFullError(dataDir, error);
  return isFull?.message ?? errorText(error);
}

/** An address that can't be opened, and the variables that set it. */
interface ListenError extends NodeJS.ErrnoException {
  port?: number;
  address?: string;
  settings?: typeof PUBLIC_SETTINGS;
}

const PUBLIC_SETTINGS = { port: "PORT", host: "HOST" };
