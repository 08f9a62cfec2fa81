import type {
  AdCostsResponse,
  CampaignLink,
  CampaignLinkDefinition,
  CampaignLinksResponse,
  CostImport,
} from "@marquee/contract/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";

let stores: TestStores;
let console_: TestConsole;
beforeAll(async () => {
  stores = await borrowTestStores();
  console_ = await startConsole(stores, {
    now: () => Date.UTC(2026, 5, 1, 12),
    listSitePages: async () => [{ path: "/pricing", title: "Pricing" }],
  });
});
afterAll(async () => {
  await console_.app.close();
  await stores.stop();
});

const file = (text: string) => ({ name: "costs.csv", text });
/** Reverts the latest change of a kind, which must be this action. */
async function revertLatest(entity: string, action: string): Promise<void> {
  const [latest] = (await console_.get(`/changes?entity=${entity}`)).json().changes;
  expect(latest).toMatchObject({ action, isReversible: true });
  expect((await console_.post(`/changes/${latest.id}/revert`, {})).statusCode).toBe(200);
}
const costs = async (query = "") => (await console_.get(`/ad-costs${query}`)).json() as AdCostsResponse;

describe("costs of campaigns", () => {
  const FIRST =
    'Date,Source,Medium,Campaign,Cost,Currency\n2026-05-01,google,cpc,brand,100.50,USD\n2026-05-02,google,cpc,brand,"1,200",usd\n';

  it("previews, imports, replaces the same days, and reverts an import", async () => {
    expect((await console_.post("/ad-costs/preview", file(FIRST))).json()).toEqual({
      problems: [],
      problemCount: 0,
      rows: 2,
      campaigns: 1,
      replaced: 0,
      first: "2026-05-01",
      last: "2026-05-02",
      cents: 130_050,
    });
    expect((await costs()).costs).toEqual([]);
    await console_.post("/ad-costs", file(FIRST));
    await console_.post("/ad-costs", file(FIRST));
    const brand = { source: "google", medium: "cpc", campaign: "brand" };
    expect((await costs()).costs).toEqual([{ ...brand, cents: 130_050 }]);

    const later =
      "date;source;medium;campaign;cost\n2026-05-02;google;cpc;brand;10,25\n2026-05-03;google;cpc;brand;1\n";
    expect((await console_.post("/ad-costs/preview", file(later))).json()).toMatchObject({
      rows: 2,
      replaced: 1,
    });
    const imported = (await console_.post("/ad-costs", file(later))).json() as CostImport;
    expect((await costs()).costs).toEqual([{ ...brand, cents: 11_175 }]);
    expect((await costs("?first=2026-05-02&last=2026-05-02")).costs).toEqual([{ ...brand, cents: 1025 }]);
    const change = (revision: number, isDeleted: boolean) =>
      console_.put(`/ad-costs/${imported.id}`, { revision, definition: { name: "costs.csv", isDeleted } });
    expect((await change(1, true)).statusCode).toBe(200);
    expect((await change(1, true)).statusCode).toBe(409);
    const { costs: counted, imports } = await costs();
    expect([counted, imports.length]).toEqual([[{ ...brand, cents: 130_050 }], 2]);
    await revertLatest("cost-import", "deleted");
    expect((await costs()).costs).toEqual([{ ...brand, cents: 11_175 }]);
    expect((await costs()).imports[0]).toEqual({ ...imported, revision: 3 });
  });

  it.each([
    ["", 1, "The file is empty"],
    ["day,cost\n", 1, "no column “campaign”"],
    ["date,campaign,cost\n", 2, "no lines"],
    ["date,campaign,cost\n2026-05-01,a,1\n02/05/2026,a,1\n", 3, "“02/05/2026” is not a date"],
    ["date,campaign,cost\n2026-02-30,a,1\n", 2, "not a date"],
    ["date,campaign,cost\n2026-05-01,a,-1\n", 2, "“-1” is not an amount"],
    ["date,campaign,cost\n2026-05-01,a,1e9\n", 2, "not an amount"],
    ["date,campaign,cost\n2026-05-01,,1\n", 2, "The campaign is missing"],
    ["date,campaign,cost\n2026-05-01,=HYPERLINK(1),1\n", 2, "begins with “=”"],
    ["date,campaign,cost,currency\n2026-05-01,a,1,EUR\n", 2, "The currency is “EUR”"],
    ['date,campaign,cost\n2026-05-01,"a,1\n', 2, "A quote is not closed"],
    ["date,campaign,cost\n2026-05-01,a\uFFFD,1\n", 1, "not UTF-8"],
  ])("says which line is wrong and how to fix it: %j", async (text, line, message) => {
    const { problems } = (await console_.post("/ad-costs/preview", file(text))).json();
    expect(problems[0]).toEqual({ line, message: expect.stringContaining(message) });
    const rejected = await console_.post("/ad-costs", file(text));
    expect([rejected.statusCode, rejected.json().error.message]).toEqual([
      400,
      expect.stringContaining(`Line ${line}: `),
    ]);
  });

  it("says in the preview that a file is in UTF-16, which is full of characters that can't be stored", async () => {
    const utf16 = file([..."date,campaign,cost"].join("\0"));
    const { problems } = (await console_.post("/ad-costs/preview", utf16)).json();
    expect(problems[0].message).toContain("not UTF-8");
    expect((await console_.post("/ad-costs", utf16)).statusCode).toBe(400);
  });

  it("limits the size of a file", async () => {
    expect((await console_.post("/ad-costs", file("x".repeat(900_001)))).statusCode).toBe(400);
    const many = `date,campaign,cost\n${"2026-05-01,a,1\n".repeat(20_001)}`;
    expect((await console_.post("/ad-costs", file(many))).json().error.message).toContain("Split it by date");
  });
});

describe("campaign links", () => {
  const LINK = { destination: "/pricing?utm_source=x&plan=pro#faq", source: "newsletter", medium: "email" };
  const create = (overrides: object) =>
    console_.post("/campaign-links", {
      definition: { ...LINK, campaign: "june", content: "", term: "", isDeleted: false, ...overrides },
    });
  const list = async () => (await console_.get("/campaign-links")).json() as CampaignLinksResponse;

  it("leads to a page of the site, is unique, and can be deleted and restored", async () => {
    const created = (await create({ source: " newsletter " })).json() as CampaignLink;
    const { origin, pages } = await list();
    const { id, definition } = created;
    expect(definition).toMatchObject({ source: "newsletter", destination: `${origin}/pricing?plan=pro#faq` });
    expect(pages.map(({ path }) => path)).toContain("/pricing");
    expect((await create({})).json().error.message).toContain("already created this link");
    const change = (revision: number, overrides: Partial<CampaignLinkDefinition>) =>
      console_.put(`/campaign-links/${id}`, { revision, definition: { ...definition, ...overrides } });
    expect((await change(1, { isDeleted: true })).statusCode).toBe(200);
    expect((await list()).links).toEqual([]);
    expect((await change(1, {})).json().error.message).toContain("owner@trellis.example changed this link");
    await revertLatest("campaign-link", "deleted");
    expect((await list()).links).toEqual([{ ...created, revision: 3 }]);
    await change(3, { isDeleted: true });
    await create({});
    expect((await change(4, {})).json().error.message).toContain("already created this link");
  });

  it.each([
    [{ destination: "/no-such-page" }, "The site has no page /no-such-page"],
    [{ destination: "https://evil.example/pricing" }, "evil.example is not a host of this site"],
    [{ destination: "javascript:alert(1)" }, "not a page"],
    [{ destination: "//user:secret@evil.example/" }, "not a page"],
    [{ campaign: "a\nb" }, "line break"],
    [{ content: "jo@example.com" }, "email addresses"],
  ])("rejects %j", async (invalid, message) => {
    const rejected = await create(invalid);
    expect([rejected.statusCode, rejected.json().error.message]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
  });
});
