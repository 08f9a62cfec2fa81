import type { ApiKeyScope, ApiKeysResponse } from "@marquee/contract/schema";

type Api = Pick<ApiKeysResponse, "origin" | "siteId">;

export interface Example {
  id: string;
  name: string;
  scope: ApiKeyScope;
  /** Advice on where to put the key. */
  advice: string;
  code: (api: Api) => string;
}

const bodyOf = ({ siteId }: Api) => ({
  site_id: siteId,
  metrics: ["visitors", "leads"],
  date_range: "30d",
  dimensions: ["visit:source"],
});

/**
 * The body on several lines. Lines after the first are indented.
 * @param nameOf writes the name of a member.
 */
function linesOf(api: Api, indent: string, nameOf = (name: string) => name): string {
  const members = Object.entries(bodyOf(api)).map(([name, value]) => {
    const text = JSON.stringify(value).replaceAll('","', '", "');
    return `${indent}  ${nameOf(name)}: ${text}`;
  });
  return `{\n${members.join(",\n")}\n${indent}}`;
}

/** Quoted for a POSIX shell. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export const EXAMPLES = [
  {
    id: "curl",
    name: "curl",
    scope: "figures",
    advice: "Put the key in the variable API_KEY first to keep it out of your shell history.",
    code: (api) =>
      [
        `curl ${quote(`${api.origin}/api/v2/query`)} \\`,
        `  --header "Authorization: Bearer $API_KEY" \\`,
        `  --header "Content-Type: application/json" \\`,
        `  --data ${quote(linesOf(api, "  ", (name) => JSON.stringify(name)))}`,
      ].join("\n"),
  },
  {
    id: "javascript",
    name: "JavaScript",
    scope: "figures",
    advice:
      "For Node.js, Deno, Bun and serverless functions. Browsers can't call the API, because pages would reveal the key.",
    code: (api) => `const response = await fetch(${JSON.stringify(`${api.origin}/api/v2/query`)}, {
  method: "POST",
  headers: {
    Authorization: \`Bearer \${process.env.API_KEY}\`,
    "Content-Type": "application/json",
  },
  body: JSON.stringify(${linesOf(api, "  ")}),
});
const answer = await response.json();
if (!response.ok) throw new Error(answer.error);
for (const { dimensions, metrics } of answer.results) {
  console.log(...dimensions, ...metrics);
}`,
  },
  {
    id: "sheets",
    name: "Google Sheets",
    scope: "figures",
    advice:
      "Open Extensions › Apps Script, paste this, and add the key under Project Settings › Script Properties as API_KEY. Then write =SOURCES() in a cell. Google's servers must be able to reach the site.",
    code: (api) => `function SOURCES() {
  const key = PropertiesService.getScriptProperties().getProperty("API_KEY");
  const response = UrlFetchApp.fetch(${JSON.stringify(`${api.origin}/api/v2/query`)}, {
    method: "post",
    contentType: "application/json",
    headers: { Authorization: "Bearer " + key },
    payload: JSON.stringify(${linesOf(api, "    ")}),
    muteHttpExceptions: true,
  });
  const answer = JSON.parse(response.getContentText());
  if (answer.error) throw new Error(answer.error);
  const rows = answer.results.map((row) => [...row.dimensions, ...row.metrics]);
  return [["Source", "Visitors", "Leads"], ...rows];
}`,
  },
  {
    id: "content",
    name: "Content in git",
    scope: "content",
    advice:
      "In a checkout of the code that is deployed. Add the key to its file .env, which git ignores, or to the variables of your CI.",
    code: ({ origin }) => `# .env
MARQUEE_URL=${origin}
MARQUEE_KEY=the key

npm run content -- status   # where files and site differ
npm run content -- pull     # write what is published into the files
npm run content -- push     # make a draft of what changed in the files`,
  },
] as const satisfies readonly Example[];
