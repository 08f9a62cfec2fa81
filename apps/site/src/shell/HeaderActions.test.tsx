import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import shell from "../../../../content/copy/en/shell.json";
import { testDocument } from "../site/testing/testDocument.ts";
import { HeaderActions, MobileActions } from "./HeaderActions.tsx";

const LOGIN = "https://app.trellis.example/login";

/** Labels of the links that are rendered, in order. */
function labelsOf(markup: string): string[] {
  return [...markup.matchAll(/<a [^>]*>([^<]+)</g)].map(([, label]) => label ?? "");
}

test("shows known customers a login link on every page, even without a URL of the product", async () => {
  const labels = async (audience: "customer" | "visitor") => {
    const html = await testDocument("/pricing", undefined, { audience });
    return labelsOf(html.slice(html.indexOf("<header"), html.indexOf("</header>")));
  };
  expect(await labels("customer")).toEqual(expect.arrayContaining(["Log in"]));
  expect(await labels("customer")).not.toContain("Start free");
  expect(await labels("visitor")).not.toContain("Log in");
});

test.each([
  ["visitor", LOGIN, ["Contact sales", "Log in", "Start free"], ["Start free", "Log in", "Contact sales"]],
  ["customer", LOGIN, ["Contact sales", "Log in"], ["Log in", "Contact sales"]],
  ["visitor", "", ["Contact sales", "Start free"], ["Start free", "Contact sales"]],
  ["customer", "", ["Contact sales", "Start free"], ["Start free", "Contact sales"]],
] as const)("orders the actions for a %s with the login URL %j", (audience, loginUrl, bar, menu) => {
  const props = { copy: shell, locale: "en", audience, loginUrl } as const;
  expect(labelsOf(renderToStaticMarkup(<HeaderActions {...props} />))).toEqual(bar);
  expect(labelsOf(renderToStaticMarkup(<MobileActions {...props} />))).toEqual(menu);
});
