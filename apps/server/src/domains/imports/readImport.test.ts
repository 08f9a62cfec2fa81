import { describe, expect, it } from "vitest";
import { zipOf } from "../../testing/zipOf.ts";
import { readImport } from "./readImport.ts";

const read = (content: string | Buffer, name = "export.csv") =>
  readImport({ bytes: Buffer.from(content), name, today: "2026-06-01" });
/** Rows as texts: dimension, value, day and the counts that are known. */
async function rowsOf(content: string | Buffer, dimension: string) {
  const { rows, problems } = await read(content);
  expect(problems).toEqual([]);
  return rows
    .filter((row) => row.dimension === dimension)
    .map(({ dimension: _, value, day, ...counts }) => [
      value,
      day,
      Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== null)),
    ]);
}

describe("an exploration of GA4", () => {
  it("names sources, channels and campaigns like measured visits", async () => {
    const text = `Date;Session source / medium;Session campaign;Active users;Sessions;Engaged sessions
20260501;google / organic;(organic);1.200;1 500;900
20260501;google / cpc;brand;10;12;5
20260501;(direct) / (none);(direct);7;8;8
20260501;chatgpt.com / referral;(referral);1;1;0
`;
    expect(await rowsOf(text, "visit:source")).toEqual([
      ["Google", "2026-05-01", { visitors: 1210, visits: 1512, bounces: 607 }],
      ["(direct)", "2026-05-01", { visitors: 7, visits: 8, bounces: 0 }],
      ["ChatGPT", "2026-05-01", { visitors: 1, visits: 1, bounces: 1 }],
    ]);
    expect((await rowsOf(text, "visit:channel")).map(([value]) => value)).toEqual([
      "organic-search",
      "paid-search",
      "direct",
      "assistant",
    ]);
    expect((await rowsOf(text, "visit:utm_campaign")).map(([value]) => value)).toEqual(["", "brand"]);
    expect((await rowsOf(text, "visit:utm_medium")).map(([value]) => value)).toEqual(["", "cpc"]);
  });

  it("names countries, devices, systems, pages and events like measured visits", async () => {
    const text = `Date,Country,Device category,Operating system,Page path and screen class,Views
20260501,Türkiye,mobile,iOS,/pricing?email=jo@example.com,3
20260501,United States,desktop,Macintosh,pricing,4
20260501,(not set),smart tv,(not set),(not set),5
`;
    expect((await rowsOf(text, "visit:country")).map(([value]) => value)).toEqual(["TR", "US", ""]);
    expect((await rowsOf(text, "visit:device")).map(([value]) => value)).toEqual(["mobile", "desktop", "tv"]);
    expect((await rowsOf(text, "visit:os")).map(([value]) => value)).toEqual(["iOS", "macOS", ""]);
    expect(await rowsOf(text, "event:page")).toEqual([["/pricing", "2026-05-01", { pageviews: 7 }]]);
    const events = "Date,Event name,Event count,Total users\n20260501,page_view,9,5\n20260501,Sign up,2,1\n";
    expect(await rowsOf(events, "event:name")).toEqual([
      ["Sign up", "2026-05-01", { visitors: 1, events: 2 }],
    ]);
  });
});

it("reads the tables by day of a GA4 report, and reports what it ignores", async () => {
  const { rows, ignored, problems } = await read(`# ----------------------------------------
# Reports snapshot
# ----------------------------------------
#
# Start date: 20260501
# End date: 20260502
Nth day,Active users
0000,7
0001,9

Nth week,New users
0017,3

# Start date: 20260501
# End date: 20260502
Country,Active users
Germany,16

Date,Hour,Sessions
20260501,07,2
`);
  expect(problems).toEqual([]);
  expect(rows.map(({ day, visitors }) => [day, visitors])).toEqual([
    ["2026-05-01", 7],
    ["2026-05-02", 9],
  ]);
  expect(ignored.map(({ part }) => part)).toEqual([
    "export.csv: Nth week, New users",
    "export.csv: Country, Active users",
    "export.csv: Date, Hour, Sessions",
  ]);
  expect(ignored[2]?.reason).toContain("broken down by Hour");
});

it("recognizes GA4's country names, and lists unknown ones", async () => {
  const names = {
    "The Bahamas": "BS",
    "Saint Martin": "MF",
    "Sint Maarten": "SX",
    "The Gambia": "GM",
    Türkiye: "TR",
    "Trinidad and Tobago": "TT",
    "Côte d’Ivoire": "CI",
    "Cote d'Ivoire": "CI",
    Curacao: "CW",
    "Saint Kitts and Nevis": "KN",
    "Republic of the Congo": "CG",
    "Democratic Republic of the Congo": "CD",
    "Falkland Islands (Islas Malvinas)": "FK",
    "Myanmar (Burma)": "MM",
    "Federated States of Micronesia": "FM",
    "Sao Tome and Principe": "ST",
    "U.S. Virgin Islands": "VI",
    "Bosnia and Herzegovina": "BA",
    Macao: "MO",
    "South Georgia and the South Sandwich Islands": "GS",
    "Heard Island and McDonald Islands": "HM",
    "Saint Helena, Ascension and Tristan da Cunha": "SH",
    "Cabo Verde": "CV",
    "Congo - Kinshasa": "CD",
    Guinea: "GN",
    "Guinea-Bissau": "GW",
    Dominica: "DM",
    "Dominican Republic": "DO",
    Niger: "NE",
  };
  const lines = [...Object.keys(names), "(not set)", "Atlantis", "Narnia"].map(
    (name) => `20260501,"${name}",1`,
  );
  const text = `Date,Country,Sessions\n${lines.join("\n")}\n`;
  const codes = (await rowsOf(text, "visit:country")).map(([value]) => value);
  expect(new Set(codes)).toEqual(new Set([...Object.values(names), ""]));
  const { doubtful } = await read(text);
  expect(doubtful).toEqual([
    { part: "export.csv: Atlantis, Narnia", reason: expect.stringContaining("aren't recognized") },
  ]);
});

it("reports duplicate days of daily totals", async () => {
  const day = "20260501,4\n";
  const { doubtful, rows } = await read(`Date,Sessions\n${day}20260502,1\n${day}`);
  expect(rows.map(({ visits }) => visits)).toEqual([8, 1]);
  expect(doubtful).toEqual([
    { part: "export.csv: 2026-05-01", reason: expect.stringContaining("more than once") },
  ]);
  expect((await read(`Date,Country,Sessions\n20260501,DE,4\n20260501,FR,4\n`)).doubtful).toEqual([]);
});

it("gives pages and campaigns the spelling of measured visits", async () => {
  const pages = "Date,Page path,Views\n20260501,/caf%C3%A9,1\n20260501,/café,2\n";
  expect(await rowsOf(pages, "event:page")).toEqual([["/café", "2026-05-01", { pageviews: 3 }]]);
  const campaigns =
    "Date,Session source / medium,Session campaign,Sessions\n20260501,Acme-Partner / Social,Spring,1\n20260501,acme-partner / social,spring ,2\n";
  for (const dimension of ["source", "utm_source", "utm_medium", "utm_campaign"])
    expect(await rowsOf(campaigns, `visit:${dimension}`)).toEqual([
      [expect.stringMatching(/^[a-z-]+$/), "2026-05-01", { visits: 3 }],
    ]);
});

it("counts a day of several tables once", async () => {
  const day = "Date,Sessions\n20260501,4\n";
  expect(await rowsOf(`${day}\n${day}\nDate,Views\n20260501,9\n`, "")).toEqual([
    ["", "2026-05-01", { visits: 4, pageviews: 9 }],
  ]);
});

const PLAUSIBLE = {
  "../../etc/imported_visitors_20260501_20260502.csv":
    '"date","visitors","pageviews","bounces","visits","visit_duration"\n"2026-05-01",5,9,2,6,300\n',
  "imported_sources_20260501_20260502.csv":
    "date,source,referrer,utm_source,utm_medium,utm_campaign,utm_content,utm_term,pageviews,visitors,visits,visit_duration,bounces\n2026-05-01,Google,google.com/search,,,,,,6,3,4,200,1\n2026-05-01,,,,,,,,3,2,2,100,1\n",
  "imported_exit_pages_20260501_20260502.csv":
    "date,exit_page,visitors,visit_duration,exits,bounces,pageviews\n2026-05-01,/pricing,5,300,6,2,9\n",
  "imported_pages_20260501_20260502.csv":
    "date,hostname,page,visits,visitors,pageviews,total_scroll_depth,total_scroll_depth_visits,total_time_on_page,total_time_on_page_visits\n2026-05-01,a.example,/,6,5,9,0,0,90,3\n",
  "imported_locations_20260501_20260502.csv":
    "date,country,region,city,visitors,visits,visit_duration,bounces,pageviews\n2026-05-01,DE,DE-BE,2950159,2,2,9,0,4\n2026-05-01,DE,DE-HH,2911298,1,1,9,0,4\n",
  "readme.md": "not a table",
};

it("reads the archive of Plausible, regardless of the paths in it", async () => {
  const archive = zipOf(PLAUSIBLE);
  expect((await read(archive)).system).toBe("plausible");
  expect(await rowsOf(archive, "")).toEqual([
    ["", "2026-05-01", { visitors: 5, visits: 6, pageviews: 9, bounces: 2, duration: 300_000 }],
  ]);
  expect((await rowsOf(archive, "visit:source")).map(([value]) => value)).toEqual(["Google", "(direct)"]);
  expect((await rowsOf(archive, "visit:channel")).map(([value]) => value)).toEqual([
    "organic-search",
    "direct",
  ]);
  expect((await rowsOf(archive, "visit:referrer")).map(([value]) => value)).toEqual(["google.com", ""]);
  expect(await rowsOf(archive, "visit:country")).toMatchObject([
    ["DE", "2026-05-01", { visitors: 3, visits: 3 }],
  ]);
  expect(await rowsOf(archive, "visit:exit_page")).toMatchObject([["/pricing", "2026-05-01", { visits: 6 }]]);
  expect(await rowsOf(archive, "event:page")).toMatchObject([
    ["/", "2026-05-01", { visits: 6, page_time: 90_000, page_visits: 3 }],
  ]);
});

it("keeps hostile names as text, cut and without control characters", async () => {
  const path = `/${"x".repeat(10_000)}`;
  const text = `Date,Page path,Views\n20260501,"=HYPERLINK(""http://evil.example"")",1\n20260501,<script>alert(1)</script>,2\n20260501,"/a\u0007\nb",3\n20260501,${path},4\n20260501,__proto__,5\n`;
  expect((await rowsOf(text, "event:page")).map(([value]) => value)).toEqual([
    '/=HYPERLINK("http://evil.example")',
    "/<script>alert(1)</script>",
    "/ab",
    path.slice(0, 2000),
    "/__proto__",
  ]);
});

it.each([
  ["", 0, "", "The file is empty"],
  ["hello", 0, "", "No table by day"],
  ["%PDF-1.7 \u0000", 0, "", "not text in UTF-8"],
  [Buffer.from("Date,Sessions\n20260501,\xff\n", "latin1"), 0, "", "not text in UTF-8"],
  ["Date,Sessions\n20260602,1\n", 2, "Date", "in the future"],
  ["Date,Sessions\n20041231,1\n", 2, "Date", "before 2005"],
  ["Date,Sessions\n20260230,1\n", 2, "Date", "not a date"],
  ["Date,Sessions\n20260501,1\n20260502,-1\n", 3, "Sessions", "“-1” is not a whole number"],
  ["Date,Sessions\n20260501,NaN\n", 2, "Sessions", "“NaN” is not a whole number"],
  ["Date,Sessions\n20260501,1e9\n", 2, "Sessions", "not a whole number"],
  ["Date,Sessions\n20260501,99999999999999\n", 2, "Sessions", "not a whole number"],
  ["Date,Sessions,Bounce rate\n20260501,1,1.5\n", 2, "Bounce rate", "not a share"],
  ["Date,Sessions,Average session duration\n20260501,1,soon\n", 2, "Average session duration", "not a time"],
  ["Date,Sessions\n20260501,1,2,3\n", 2, "", "4 values, but the header has 2"],
  ['Date,Sessions\n20260501,"1\n', 2, "", "A quote is not closed"],
  ["PK\u0003\u0004 and nothing else", 0, "", "damaged or incomplete"],
  [zipOf({ "picture.png": "x" }), 0, "", "no CSV file"],
  [zipOf({ "a.csv": "Date,Sessions\n20260501,1\n".padEnd(2_000_000) }), 0, "", "packed unusually tightly"],
  [zipOf({ "a.csv": "x".repeat(5000) }, { claimedSize: 10 }), 0, "", "damaged or incomplete"],
  [zipOf({ "a.csv": "x" }, { claimedSize: 4_000_000_000 }), 0, "", "packed unusually tightly"],
  [
    zipOf(Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`${index}.csv`, "x"]))),
    0,
    "",
    "more than 100 files",
  ],
  [
    zipOf({ "a.csv": "Date,Sessions\n20260501,1\n", "b.csv": "date,visitors\n2026-05-01,1\n" }),
    0,
    "",
    "of GA4 and of Plausible",
  ],
])("says what is wrong, where, and how to fix it: %#", async (content, line, column, message) => {
  const { rows, problems, problemCount } = await read(content);
  expect([rows, problemCount]).toEqual([[], problems.length]);
  expect(problems[0]).toMatchObject({ line, column, message: expect.stringContaining(message) });
});

it("limits the rows that it keeps", async () => {
  const lines = Array.from({ length: 1002 }, (_, index) => `20260501,/${index},1`);
  const bytes = Buffer.from(`Date,Page path,Views\n${lines.join("\n")}\n`);
  const { problems } = await readImport({ bytes, name: "a.csv", today: "2026-06-01", maxRows: 1000 });
  expect(problems[0]?.message).toContain("more than 1,000 values");
});
