import type { Page } from "playwright-core";

/** The product's owner in benchmarks. */
export const OWNER = { email: "owner@bench.example", password: "a long enough password" };

/** Environment variables that create the owner. */
export const OWNER_SETTINGS = { OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password };

/** @param url the product's. @throws if it rejects the owner. */
export async function signIn(page: Page, url: string): Promise<void> {
  const answer = await page.request.post(`${url}/console/api/sign-in`, {
    data: OWNER,
    headers: { origin: url },
  });
  if (!answer.ok()) throw new Error(`The owner could not sign in: ${answer.status()}.`);
}
