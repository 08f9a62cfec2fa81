import type { InvitationResponse, Role } from "@marquee/contract/schema";
import { type Browser, type BrowserContext, expect } from "@playwright/test";
import { OWNER } from "./owner.ts";

/** Opens a browser in which a new account with a role is signed in, through an invitation by the owner. */
export async function joinConsole(
  browser: Browser,
  url: string,
  role: Exclude<Role, "owner">,
): Promise<BrowserContext> {
  const [owner, context] = [await browser.newContext(), await browser.newContext({ baseURL: url })];
  const post = async (from: BrowserContext, path: string, data: object) => {
    const answer = await from.request.post(`${url}/console/api${path}`, { headers: { origin: url }, data });
    expect(answer.status(), path).toBe(200);
    return answer.json() as Promise<unknown>;
  };
  const email = `${role}-${Date.now()}@trellis.example`;
  await post(owner, "/sign-in", OWNER);
  const invited = await post(owner, "/team/invitations", { email, role });
  const token = (invited as InvitationResponse).url.split("#token=")[1];
  await post(context, "/join", { token, password: OWNER.password });
  await owner.close();
  return context;
}
