import type { ReplayResponse, ReplaysResponse } from "@marquee/contract/schema";
import { type BrowserContext, expect } from "@playwright/test";
import type { ConsoleApi } from "./consoleApi.ts";

/** The replay of this browser's only visit, once it is stored up to a point in time. */
export async function readReplay(
  api: ConsoleApi,
  context: BrowserContext,
  until: number,
): Promise<ReplayResponse> {
  const visitor = (await context.cookies()).find(({ name }) => name === "ajs_anonymous_id")?.value ?? "";
  let answer: ReplayResponse | undefined;
  await expect(async () => {
    const { replays } = await api.ask<ReplaysResponse>("replays", { visitor });
    answer = await api.get<ReplayResponse>(`/replays/${replays[0]?.id}`);
    expect(Math.max(...answer.segments.map(({ end }) => end))).toBeGreaterThan(until);
  }).toPass({ timeout: 40_000 });
  if (!answer) throw new Error("The visit was not recorded.");
  return answer;
}
