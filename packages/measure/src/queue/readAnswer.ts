import { parseObject } from "../browser/parseObject.ts";

/** Characters of the longest answer that is read: it names at most the messages of one batch. */
const MAX_LENGTH = 64 * 1024;

/**
 * The object that an answer is as JSON; null for any other answer, and for one that is longer than any of ours.
 * @throws when the answer is cut off.
 */
export async function readAnswer({ body }: Response): Promise<Record<string, unknown> | null> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > MAX_LENGTH) {
      reader?.cancel().catch(() => undefined);
      return null;
    }
  }
  return parseObject(text);
}
