import type { ConnectionTest } from "./connectionTest.ts";

/** There is nothing to request: other services call this server. */
export const testLeadUpdates: ConnectionTest<"lead-updates"> = async () => ({
  isWorking: true,
  asked: "POST /hooks/leads, which others call",
  status: null,
  answer: "Save the secret, then send an update from your CRM or book a test meeting.",
  error: null,
});
