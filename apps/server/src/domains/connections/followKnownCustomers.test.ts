import { isKnownCustomer } from "@marquee/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Records } from "../../platform/storage/records/records.ts";
import { borrowRecords } from "../../testing/borrowStores.ts";
import { startTestConnections } from "../../testing/startTestConnections.ts";
import { environmentConnections } from "./environmentConnections.ts";
import { followKnownCustomers } from "./followKnownCustomers.ts";
import { createSiteTools } from "./siteTools.ts";

let records: Records;
beforeAll(async () => {
  records = await borrowRecords();
});
afterAll(() => records.stop());

const EVE = { groupId: null, email: "eve@mail.acme.example" };
const OWNER = "owner@trellis.example";
const LOGIN = "https://app.trellis.example/login";

it("follows the connection, and so does the log-in URL", async () => {
  const connections = await startTestConnections({ records });
  const customers = followKnownCustomers(connections);
  const tools = createSiteTools(connections, false);
  expect(isKnownCustomer(EVE, customers)).toBe(false);
  expect(tools.current().settings.loginUrl).toBeNull();
  const settings = { groupIds: ["1001"], domains: ["ACME.example"], loginUrl: LOGIN };
  await connections.save("customers", { revision: 0, settings, secrets: {} }, OWNER);
  expect(isKnownCustomer(EVE, customers)).toBe(true);
  expect({ ...customers }).toEqual({ groupIds: ["1001"], domains: ["ACME.example"] });
  expect(tools.current().settings.loginUrl).toBe(LOGIN);
  await connections.disconnect("customers", 1, OWNER);
  expect(isKnownCustomer(EVE, customers)).toBe(false);
  await connections.stop();
});

it.each([
  [{ groupIds: [], domains: [], loginUrl: "" }, "Enter a workspace, a domain or a log-in URL."],
  [{ groupIds: [], domains: ["https://acme.example"], loginUrl: "" }, "Company domains: "],
  [{ groupIds: ["a b"], domains: [], loginUrl: "" }, "Workspaces: "],
  [{ groupIds: [], domains: [], loginUrl: "javascript:alert(1)" }, "Log-in URL: "],
])("rejects %j", async (settings, reason) => {
  const connections = await startTestConnections({ records });
  await expect(connections.save("customers", { revision: 2, settings, secrets: {} }, OWNER)).rejects.toThrow(
    reason,
  );
  await connections.stop();
});

it("uses the environment's lists", () => {
  const config = {
    consent: { consentDefault: "ask", consentProvider: { name: "own" } },
    contentful: null,
    customers: { groupIds: [], domains: ["acme.example"] },
    growthbook: null,
    gtagId: null,
    leadsWebhook: null,
  } as const;
  expect(
    environmentConnections({ ...config, customers: { groupIds: [], domains: ["acme.example"] } }),
  ).toEqual({
    customers: {
      settings: { groupIds: [], domains: ["acme.example"], loginUrl: "" },
      secrets: {},
      variables: ["CUSTOMER_GROUPS", "CUSTOMER_DOMAINS"],
    },
  });
});
