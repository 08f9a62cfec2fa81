import { startRealContent } from "./realContent.ts";
import type { TestConsole } from "./startConsole.ts";

type RealContent = Awaited<ReturnType<typeof startRealContent>>;

/** The console on the site's real content, which serves one test after the other until one of them has published something. */
export interface KeptConsole {
  /** Starts it unless it runs. */
  start(): Promise<{ api: TestConsole; content: RealContent }>;
  /** Stops it after a test that has published something, because published texts stay in its memory. */
  stopIfPublished(): Promise<void>;
  stop(): Promise<void>;
}

export function keepConsole(startApi: (content: RealContent) => Promise<TestConsole>): KeptConsole {
  let running: { api: TestConsole; content: RealContent } | null = null;
  const stop = async () => {
    await running?.api.app.close();
    running?.content.content.stop();
    running = null;
  };
  return {
    async start() {
      if (running) return running;
      const content = await startRealContent();
      running = { content, api: await startApi(content) };
      return running;
    },
    async stopIfPublished() {
      if (running && running.api.publishing.head().number > 0) await stop();
    },
    stop,
  };
}
