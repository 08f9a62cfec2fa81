import { unpackSegments } from "@marquee/contract";
import { api } from "../../../../shared/api.ts";

/**
 * The JSON of segments' events, in the order asked for; null for what is not there, or cannot be unpacked.
 * @throws when the server cannot be asked, or refuses.
 */
export async function fetchSegments(
  replay: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<(ArrayBuffer | null)[]> {
  const [first] = ids;
  // One alone is unpacked by the browser, beside the page.
  if (first !== undefined && ids.length === 1) return [await api.replaySegment(replay, first, signal)];
  const packed = unpackSegments(await api.replaySegments(replay, ids, signal));
  return Promise.all(ids.map((_, index) => inflate(packed[index] ?? null)));
}

async function inflate(segment: Uint8Array<ArrayBuffer> | null): Promise<ArrayBuffer | null> {
  if (!segment) return null;
  const unpacked = new Blob([segment]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(unpacked).arrayBuffer().catch(() => null);
}
