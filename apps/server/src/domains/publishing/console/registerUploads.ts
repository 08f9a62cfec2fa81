import { ONE_HOUR, type Timestamp } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { createRateLimit } from "../../../platform/http/rateLimit.ts";
import { requireAccount } from "../../accounts/requireRole.ts";

interface UploadOptions {
  /** Maximum number of files per account and hour. */
  most: number;
  /** Maximum size of a file in bytes. */
  bodyLimit: number;
  /** Error message for more files. */
  refusal: string;
  now: () => Timestamp;
}

const FILE = "application/octet-stream";

/** Options of a route whose body is bytes, which schemas don't describe. */
export const TAKES_FILE = { validatorCompiler: () => () => true };

/** Registers routes that take a file as their body. */
export async function registerUploads(
  scope: FastifyInstance,
  { most, bodyLimit, refusal, now }: UploadOptions,
  register: (files: FastifyInstance) => void,
): Promise<void> {
  const limit = createRateLimit({ now, most, window: ONE_HOUR });
  await scope.register(async (files) => {
    // Runs before a body is read.
    files.addHook("onRequest", async (request) => {
      const seconds = limit.take(requireAccount(request).email);
      if (seconds !== null) throw new ApiError("too_many_requests", refusal, seconds);
    });
    files.addContentTypeParser(FILE, { parseAs: "buffer", bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    register(files);
  });
}

/** The file that a request has as its body. @throws {ApiError} unsupported */
export function fileIn({ body }: { body: unknown }): Buffer {
  if (Buffer.isBuffer(body)) return body;
  throw new ApiError("unsupported", `Send the file itself with Content-Type: ${FILE}.`);
}
