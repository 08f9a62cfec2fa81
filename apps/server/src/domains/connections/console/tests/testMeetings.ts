import { bookingPagesOf } from "@marquee/contract/schema";
import { askService } from "./askService.ts";
import type { ConnectionTest } from "./connectionTest.ts";

/** Loads each booking page, stopping at the first that does not work. */
export const testMeetings: ConnectionTest<"meetings"> = async ({ settings, policy }) => {
  const pages = bookingPagesOf(settings);
  for (const url of pages) {
    const result = await askService({ url, policy, maxBytes: MAX_PAGE });
    if (!result.isWorking) return { ...result, answer: "" };
  }
  const requestLines = pages.map((url) => `GET ${url}`).join(", ");
  // Their HTML is not useful to an owner.
  return { isWorking: true, asked: requestLines, status: 200, answer: "", error: null };
};

const MAX_PAGE = 10 * 1024 ** 2;
