import { expect, it } from "vitest";
import { campaignUrl, channelOfLink, warnOfName } from "./campaignUrl.ts";

const LINK = {
  destination: "/pricing?plan=pro#faq",
  source: "newsletter",
  medium: "email",
  campaign: "june",
  content: "",
  term: "",
};

it("adds the parameters to a page's URL, and keeps its own", () => {
  expect(campaignUrl({ ...LINK, content: "top button" }, "https://trellis.example")).toBe(
    "https://trellis.example/pricing?plan=pro&utm_source=newsletter&utm_medium=email&utm_campaign=june&utm_content=top+button#faq",
  );
  expect(campaignUrl({ ...LINK, destination: "javascript:alert(1)" }, "https://trellis.example")).toBeNull();
});

it("predicts the channel of visits through the link", () => {
  const channel = (source: string, medium: string) => channelOfLink({ ...LINK, source, medium });
  expect([
    channel("newsletter", "email"),
    channel("google", "cpc"),
    channel("LinkedIn", "social"),
    channel("partner", "banner"),
    channel("fair", "stand"),
  ]).toEqual(["email", "paid-search", "organic-social", "display", "unassigned"]);
});

it("warns of names that are almost the same as one used before", () => {
  const usedNames = ["newsletter", "spring-sale", "issue-3", "may"];
  expect(warnOfName(" Newsletter", usedNames)).toBeNull();
  expect(warnOfName("Spring Sale", usedNames)).toEqual({ usedName: "spring-sale", isSameWord: true });
  expect(warnOfName("spring_sale", usedNames)).toEqual({ usedName: "spring-sale", isSameWord: true });
  expect(warnOfName("newsleter", usedNames)).toEqual({ usedName: "newsletter", isSameWord: false });
  expect(warnOfName("newslettre", usedNames)).toEqual({ usedName: "newsletter", isSameWord: false });
  for (const name of ["newsletter", "issue-4", "day", "autumn-sale", ""])
    expect(warnOfName(name, usedNames)).toBeNull();
});
