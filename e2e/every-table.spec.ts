import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { IS_SOAK } from "../scripts/test/soak.mjs";
import { TEMPORARY_DIR } from "./support/dataTemplate.ts";
import { openConsole } from "./support/openConsole.ts";
import { OWNER } from "./support/owner.ts";
import { SHARED_URL, type StartedSite, startServer } from "./support/startSite.ts";
import { DESKTOP } from "./support/viewports.ts";

/*
 * Over demo data, every table of every screen is downloaded and compared with what it shows. `figures.test.ts` compares the lists with the figures and the
 * rows behind them.
 */
test.skip(!IS_SOAK, "It reads every screen, which takes minutes.");

const DAYS = "12";
const URL_OF_DEMO = SHARED_URL.replace(/\d+$/, (port) => String(Number(port) + 18));
/** Tables without their own screen in the navigation. */
const MORE = ["/?rows=visits", "/?rows=leads"];

let site: StartedSite;
let dataDir: string;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  dataDir = mkdtempSync(join(TEMPORARY_DIR, "marquee-tables-"));
  const env = {
    DATA_DIR: dataDir,
    PUBLIC_URL: URL_OF_DEMO,
    OWNER_EMAIL: OWNER.email,
    OWNER_PASSWORD: OWNER.password,
  };
  execFileSync(process.execPath, ["scripts/seed-demo.mjs", "--days", DAYS], {
    env: { ...process.env, ...env },
  });
  site = await startServer({ port: Number(new URL(URL_OF_DEMO).port), env });
});
test.afterAll(async () => {
  await site?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test("every table's file contains the table's content", async ({ browser }) => {
  test.setTimeout(600_000);
  const page = await browser.newPage({ baseURL: site.url, viewport: DESKTOP });
  await openConsole(page, "/", "Overview");
  const links = page.getByRole("navigation", { name: "Screens" }).getByRole("link");
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  await page.goto("/console/site");
  const settings = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const screens = [...new Set([...paths, ...settings, ...MORE.map((path) => `/console${path}`)])];
  const compared: string[] = [];
  for (const path of screens)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator(".pulses")).toHaveCount(0);
      // Some columns have their own query.
      await page.waitForLoadState("networkidle");
      for (const button of await page.getByRole("button", { name: "Download CSV" }).all())
        compared.push(`${path}: ${await compare(page, button)}`);
    });
  expect(compared.length, compared.join("\n")).toBeGreaterThan(15);
  await page.close();
});

/** @returns a description of the comparison. */
async function compare(page: Page, button: Locator): Promise<string> {
  const started = page.waitForEvent("download");
  await button.click();
  const download = await started;
  const text = readFileSync(await download.path(), "utf8");
  const [header = [], ...rows]: string[][] = parse(text, { bom: true });
  const table = button.locator("xpath=following::table[1]");
  // Errors are a separate list.
  if ((await table.count()) === 0) {
    expect(rows.length, download.suggestedFilename()).toBeGreaterThan(0);
    return `${download.suggestedFilename()}, ${rows.length} rows of a list`;
  }
  const caption = (await table.locator("caption").textContent()) ?? "";
  const visibleTable = await readTable(table);
  expect(rows.length, caption).toBeGreaterThanOrEqual(visibleTable.rows.length);
  const differences = visibleTable.rows.flatMap((cells, row) =>
    cells.flatMap((cell, place) => {
      const name = visibleTable.headers[place] ?? "";
      const column = header.indexOf(name);
      const file = column < 0 ? "no such column" : (rows[row]?.[column] ?? "");
      return isSame(file, cell)
        ? []
        : [`row ${row + 1}, ${name}: “${file}” in the file, “${cell}” on the screen`];
    }),
  );
  expect(differences, caption).toEqual([]);
  return `${caption}, ${visibleTable.rows.length} rows`;
}

/**
 * Some cells of a file contain more than those of the screen, or the screen adds a remark: then the file's first part must be on the screen. Times are relative on the screen.
 */
function isSame(file: string, cell: string): boolean {
  if (plain(file) === plain(cell)) return true;
  if (/^(?:just now|\d+(?:s|m|h|d) ago)/.test(cell)) return /^\w{3} \d/.test(file);
  const [start = ""] = file.split(/[,;] /);
  if (/^[\d.]+$/.test(start)) return cell.startsWith(`${start} `);
  return start !== "" && (cell.includes(start) || (cell !== "" && start.startsWith(cell)));
}

/**
 * Normalizes a cell: numbers without separators, nothing for a missing value, no escape mark before formulas.
 */
const plain = (text: string) => {
  const bare = text.replace(/^'/, "");
  if (bare === "–") return "";
  return /^\d[\d,]*(?:\.\d+)?$/.test(bare) ? String(Number(bare.replaceAll(",", ""))) : bare;
};

/** Columns with a header and their cells' text, without decorative and collapsed content. */
function readTable(table: Locator): Promise<{ headers: string[]; rows: string[][] }> {
  return table.evaluate((element: HTMLTableElement) => {
    const skipped = "[aria-hidden=true],[role=tooltip],svg";
    const read = (node: Node): string => {
      if (node instanceof HTMLSelectElement) return ` ${node.selectedOptions[0]?.text ?? ""} `;
      if (node instanceof Element)
        return node.matches(skipped) ? " " : ` ${[...node.childNodes].map(read).join("")} `;
      return node.textContent ?? "";
    };
    const text = (node: Node) => read(node).replace(/\s+/g, " ").trim();
    const headers = [...(element.tHead?.rows[0]?.cells ?? [])];
    const isShown = headers.map((each) => !each.querySelector(".sr-only") && text(each) !== "");
    return {
      headers: headers.map(text).filter((_, place) => isShown[place]),
      rows: [...(element.tBodies[0]?.rows ?? [])].map((row) =>
        [...row.cells].map(text).filter((_, place) => isShown[place]),
      ),
    };
  });
}
