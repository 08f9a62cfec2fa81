import type { Counting } from "@marquee/contract/schema";
import { request } from "../../shared/api/request.ts";
import { hasOwnHost } from "../../shared/api/siteUrl.ts";
import { askSite } from "../../shared/api/staffBrowser.ts";

/** Whether the visits of this browser are counted: stored in a cookie of the site. */
export function readCounting(): Promise<Counting> {
  return hasOwnHost() ? askSite() : request("GET /counting");
}

/** @throws if the browser rejects the site's cookie. */
export async function changeCounting(isCounted: boolean): Promise<Counting> {
  if (!hasOwnHost()) return request("PUT /counting", { body: { isCounted } });
  await askSite({ isCounted });
  const storedSetting = await askSite();
  if (storedSetting.isCounted === isCounted) return storedSetting;
  throw new Error(
    "This browser refused the site's cookie, because the console and the site have different domains. Ask an owner to exclude your IP address under Site settings instead.",
  );
}
