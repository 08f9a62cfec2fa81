import { type ImageFile, ONE_SECOND, parseUrl } from "@marquee/contract";
import {
  CONTENT_API,
  type ContentState,
  type IncludedRevision,
  type PushedDraft,
  type PushedImage,
  type PushResponse,
} from "@marquee/contract/schema";
import { errorMessage } from "../../platform/errors/errorMessage.ts";
import { SyncError } from "./syncError.ts";

/** A running server, reached with an API key. */
export interface ContentServer {
  /** What it publishes, and what has changed since the revision in the files. */
  readState(included: IncludedRevision | null): Promise<ContentState>;
  createDraft(draft: PushedDraft): Promise<PushResponse>;
  /** The bytes of a published image. */
  readImage(file: ImageFile): Promise<Buffer>;
  /** Uploads an original, which a draft then uses. */
  sendImage(body: Buffer): Promise<PushedImage>;
}

const TIMEOUT = 60 * ONE_SECOND;

/**
 * @param env has MARQUEE_URL, the site's address, and MARQUEE_KEY, an API key for content.
 * @throws {SyncError} if one of them is missing or wrong; its methods throw it too, with what to do.
 */
export function connectContentServer(env: NodeJS.ProcessEnv): ContentServer {
  const { MARQUEE_URL: address = "", MARQUEE_KEY: key = "" } = env;
  if (address === "")
    throw new SyncError("Set MARQUEE_URL to the address of your site, such as https://www.example.com.");
  const url = parseUrl(address);
  if (url?.protocol !== "https:" && url?.protocol !== "http:")
    throw new SyncError(`MARQUEE_URL is not an address: ${address}. Write it like https://www.example.com.`);
  if (key === "")
    throw new SyncError(
      "Set MARQUEE_KEY to a content API key. Owners create one in the console under API keys.",
    );
  if (!/^[\w-]+$/.test(key)) throw new SyncError("MARQUEE_KEY is not an API key. Copy the whole key again.");

  const send = (path: string, body?: { type: string; content: string | Buffer<ArrayBuffer> }) =>
    fetch(new URL(CONTENT_API + path, url.origin), {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": body.type }) },
      ...(body && { body: body.content }),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT),
    }).catch((error: unknown) => {
      const { cause } = error as { cause?: unknown };
      const reason = errorMessage(cause ?? error);
      throw new SyncError(
        `No server responds at ${url.origin} (${reason}). Check MARQUEE_URL and that the server is running.`,
      );
    });
  const ask = async <Answer>(...request: Parameters<typeof send>): Promise<Answer> => {
    const response = await send(...request);
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok && answer !== null) return answer as Answer;
    throw new SyncError(refusalOf(response, answer, url.origin));
  };
  return {
    readState: (included) =>
      ask(`/state${included ? `?revision=${included.revision}&id=${encodeURIComponent(included.id)}` : ""}`),
    createDraft: (draft) => ask("/drafts", { type: "application/json", content: JSON.stringify(draft) }),
    async readImage({ hash, bytes }) {
      const response = await send(`/images/${hash}`);
      if (!response.ok)
        throw new SyncError(refusalOf(response, await response.json().catch(() => null), url.origin));
      return readBody(response, bytes);
    },
    sendImage: (body) =>
      ask("/images", { type: "application/octet-stream", content: body as Buffer<ArrayBuffer> }),
  };
}

/** Reads at most the expected number of bytes. @throws {SyncError} if the number of bytes differs, or the connection ends. */
async function readBody({ body }: Response, bytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of body ?? []) {
      parts.push(part);
      length += part.byteLength;
      if (length > bytes) break;
    }
  } catch (error) {
    throw new SyncError(`The server stopped sending an image (${errorMessage(error)}). Try again.`);
  }
  if (length !== bytes)
    throw new SyncError("The server sent a different image than requested. Nothing was written.");
  return Buffer.concat(parts);
}

function refusalOf({ status, headers }: Response, answer: unknown, origin: string): string {
  const { error } = (answer ?? {}) as { error?: unknown };
  const isOurs = typeof error === "string";
  if (status >= 300 && status < 400)
    return `${origin} redirects to ${headers.get("location") ?? "another address"}. Set MARQUEE_URL to that address.`;
  if (status === 401 && isOurs)
    return `The server rejected MARQUEE_KEY: it's wrong or was revoked. Owners create content keys in the console under API keys.`;
  if (isOurs && status !== 404) return `The server responded: ${error}`;
  if (status >= 500)
    return `The server at ${origin} can't respond right now (${status}). Try again in a moment.`;
  return `${origin} is not a Marquee server of this version (${status}). Check MARQUEE_URL; if it is right, update the server.`;
}
