import { expect, type Frame, type Page } from "@playwright/test";

/** The frame that shows a replay, once it is there. The player's controls are usable before it. */
export async function findPlayer(page: Page): Promise<Frame> {
  const find = () => page.frames().find((frame) => frame.url().endsWith("/console/player.html"));
  await expect.poll(find, { message: "the replay player's frame" }).toBeDefined();
  // Safe: polled above, and the frame stays as long as the screen.
  return find() as Frame;
}
