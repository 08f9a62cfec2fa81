import { expect, it } from "vitest";
import { figureTable, layOutMail } from "./mailLayout.ts";

const CONTENT = {
  title: "Report",
  html: ["<h1>Report</h1>"],
  text: ["Report", "", "Visitors: 1"],
  link: { label: "Open", url: "https://trellis.example/?a=1&b=2" },
  footer: "Why you get it.",
};

it("has the link, the footer and a way to unsubscribe in both versions", () => {
  const unsubscribeUrl = "https://trellis.example/stop?a=1&b=2";
  const mail = layOutMail({ ...CONTENT, unsubscribeUrl });
  expect(mail.text).toBe(
    "Report\n\nVisitors: 1\n\nOpen:\nhttps://trellis.example/?a=1&b=2\n\nWhy you get it.\nUnsubscribe: https://trellis.example/stop?a=1&b=2\n",
  );
  expect(mail.html).toContain('<a class="button" href="https://trellis.example/?a=1&amp;b=2">Open</a>');
  expect(mail.html).toContain('<a href="https://trellis.example/stop?a=1&amp;b=2">Unsubscribe</a></p>');
  expect(mail.unsubscribeUrl).toBe(unsubscribeUrl);
});

it("has no link and nothing to unsubscribe from if there is none", () => {
  const mail = layOutMail({ ...CONTENT, link: undefined, unsubscribeUrl: null });
  expect(mail.text).toBe("Report\n\nVisitors: 1\n\nWhy you get it.\n");
  expect(mail.html).not.toContain("<a ");
  expect(mail).not.toHaveProperty("unsubscribeUrl");
});

it("loads nothing", () => {
  expect(layOutMail(CONTENT).html).not.toMatch(/<(?:img|link|script|iframe)|@import|url\(/i);
});

it("puts two figures in a row", () => {
  expect(figureTable(["1", "2", "3"])).toBe(
    '<table class="figures" role="presentation"><tr><td>1</td><td>2</td></tr><tr><td>3</td><td></td></tr></table>',
  );
});
