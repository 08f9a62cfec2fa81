import { askService, judgeStatus } from "./askService.ts";
import type { ConnectionTest } from "./connectionTest.ts";

/** Loads the log-in page. The lists are evaluated here, so no service has to be tested for them. */
export const testCustomers: ConnectionTest<"customers"> = async ({ settings: { loginUrl }, policy }) => {
  if (loginUrl === "")
    return { isWorking: true, asked: "No log-in URL to load", status: null, answer: "", error: null };
  const result = await askService({ url: loginUrl, policy, maxBytes: MAX_PAGE, judge: judgeLogin });
  return { ...result, answer: "" };
};

const MAX_PAGE = 10 * 1024 ** 2;

/** Log-in pages often redirect to an identity provider. */
function judgeLogin(status: number): string | null {
  return status >= 300 && status < 400 ? null : judgeStatus(status);
}
