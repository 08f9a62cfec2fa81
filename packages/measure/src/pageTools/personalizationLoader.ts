import type { PersonalizationTool } from "@marquee/contract";
import type { PageTool } from "./pageTool.ts";
import type { LoadScript } from "./scriptPolicy.ts";

interface PersonalizationOptions extends PersonalizationTool {
  load: LoadScript;
}

/** The logged-in user, as `interactions/integrations.ts` passes it to `window.personalization.identify`. */
interface IdentifiedUser {
  id: number;
  country_name?: string;
}

interface ToolWindow {
  personalization?: { identify(user: IdentifiedUser): void };
  mutiny?: { client?: { identify?(id: string, traits: object): void } };
  optimizely?: { push(command: object): void };
}

/** Loads a personalization tool, and gives it the interface through which users are identified. */
export function createPersonalizationLoader({ vendor, scriptUrl, load }: PersonalizationOptions): PageTool {
  const page = window as unknown as ToolWindow;
  let loaded: Promise<void> | null = null;
  let adapter: ToolWindow["personalization"];
  return {
    allow() {
      loaded ??= load(scriptUrl);
      if (vendor === "custom") return;
      adapter ??= { identify: vendor === "mutiny" ? identifyMutiny(page, loaded) : identifyOptimizely(page) };
      page.personalization ??= adapter;
    },
    withdraw() {
      if (page.personalization === adapter) delete page.personalization;
    },
  };
}

/** https://help.mutinyhq.com/hc/en-us/articles/22095738018971-Identification-script */
function identifyMutiny(page: ToolWindow, loaded: Promise<void>) {
  return ({ id, ...traits }: IdentifiedUser) =>
    void loaded.then(() => page.mutiny?.client?.identify?.(String(id), traits));
}

/** https://docs.developers.optimizely.com/web/docs/user. The list collects commands until the script runs. */
function identifyOptimizely(page: ToolWindow) {
  return ({ id, ...traits }: IdentifiedUser) => {
    page.optimizely ??= [] as unknown as { push(command: object): void };
    page.optimizely.push({ type: "user", attributes: { user_id: String(id), ...traits } });
  };
}
