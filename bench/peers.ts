import { mkdir, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { dirname, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { type Certificate, createCertificate } from "./peers/certificate.ts";
import { PROTOCOLS, type Protocol, startProxy } from "./peers/deliveryProxy.ts";
import { PEERS, type Site, startOneLinePage, startPeer, versionOf } from "./peers/sites.ts";
import { type Contestant, toTable, type Visit } from "./peers/table.ts";
import { clickMenuEarly, navigate, PHONE, toPaints, visitPage } from "./peers/visits.ts";
import { LAUNCH_OPTIONS } from "./support/browser.ts";
import { installPackages } from "./support/install.ts";
import type { Product } from "./support/product.ts";
import { type Column, traceWay, workTable } from "./support/traceWay.ts";

const ROUNDS = 9;
/** Rounds and protocol of the traces. */
const TRACES = 5;
const TRACED: Protocol = "HTTP/2";
const RESULTS = join(import.meta.dirname, "dist/peers.json");

/** One of the sites behind one of its proxies. */
interface Place {
  contestant: Contestant;
  protocol: Protocol;
  url: string;
}

interface Results {
  /** Load average before the first round and after each one. */
  loadAverages: number[];
  visits: Visit[];
}

/** Registers what must be stopped at the end. */
type Keep = (site: Site) => Site;

/**
 * Compares the home page with the same page built in other frameworks and with a page of one line, all behind the same proxy. Each round visits
 * all of them once, so that other load on the machine affects all. Writes every visit to `bench/dist/peers.json`.
 *
 * The frameworks render our components with default flags, our fonts and one inline style sheet for all pages. They have only these two pages and
 * prefetch the other one; they do not measure and have no consent dialog, and we do both and prefetch every page near the viewport.
 * @param rounds Rounds to take the medians of.
 * @returns two Markdown tables: the comparison, and the main threads' work until the paints.
 * @throws if a framework cannot be installed, built or started.
 */
export async function measurePeers(product: Product, rounds = ROUNDS): Promise<string> {
  await installPackages(join(import.meta.dirname, "peers"));
  const certificate = await createCertificate();
  const started: Site[] = [];
  const keep: Keep = (site) => {
    started.push(site);
    return site;
  };
  const browser = await launchTrusting(certificate);
  try {
    const contestants = await startContestants(product, keep);
    const places = await startProxies(contestants, certificate, keep);
    const { visits, loadAverages } = await visitInRounds(browser, places, rounds);
    const busy = loadAverages.map((average) => average.toFixed(1)).join(", ");
    const work = workTable(await tracePlaces(browser, places));
    return `${toTable(contestants, visits)}\n\nMedians of ${rounds} rounds. Load average before and after each: ${busy}.\n\nWork of main threads, over ${TRACED}:\n\n${work}`;
  } finally {
    await browser.close();
    for (const site of started) await site.stop();
  }
}

/** Chromium caches nothing from hosts whose certificate it only tolerates, so it gets this one's key. */
function launchTrusting({ publicKeyHash }: Certificate): Promise<Browser> {
  const trust = `--ignore-certificate-errors-spki-list=${publicKeyHash}`;
  return chromium.launch({ ...LAUNCH_OPTIONS, args: [...LAUNCH_OPTIONS.args, trust] });
}

async function startContestants(product: Product, keep: Keep): Promise<Contestant[]> {
  const oneLine = keep(await startOneLinePage());
  const contestants: Contestant[] = [
    { name: "ours", kind: "ours", origin: product.url },
    { name: "one line", kind: "one line", origin: oneLine.url },
  ];
  for (const peer of PEERS) {
    const { url } = keep(await startPeer(peer));
    contestants.push({ name: `${peer.name} ${await versionOf(peer)}`, kind: "peer", origin: url });
  }
  return contestants;
}

async function startProxies(
  contestants: readonly Contestant[],
  certificate: Certificate,
  keep: Keep,
): Promise<Place[]> {
  const places: Place[] = [];
  for (const protocol of PROTOCOLS) {
    for (const contestant of contestants) {
      const { url } = keep(await startProxy({ origin: contestant.origin, protocol, certificate }));
      places.push({ contestant, protocol, url });
    }
  }
  return places;
}

/** The main threads' work until each site's paints. */
async function tracePlaces(browser: Browser, places: readonly Place[]): Promise<Column[]> {
  const columns: Column[] = [];
  for (const { contestant, protocol, url } of places) {
    if (protocol !== TRACED) continue;
    const way = toPaints(`${url}/`, contestant.name);
    columns.push(...(await traceWay(browser, { context: { viewport: PHONE }, way, rounds: TRACES })));
  }
  return columns;
}

/** Saves after each round, so that an interrupted run is not lost. */
async function visitInRounds(browser: Browser, places: readonly Place[], rounds: number): Promise<Results> {
  // These visits are not counted: they fill the proxies' common store of compressed files.
  for (const place of places) if (place.protocol === "HTTP/2") await visit(browser, place);
  const results: Results = { loadAverages: [lastMinute()], visits: [] };
  for (let round = 1; round <= rounds; round += 1) {
    console.error(`peers: round ${round} of ${rounds}`);
    for (const place of places) results.visits.push(await visit(browser, place));
    results.loadAverages.push(lastMinute());
    await save(results);
  }
  return results;
}

async function visit(browser: Browser, { contestant, protocol, url }: Place): Promise<Visit> {
  const load = await visitPage(browser, `${url}/`);
  if (contestant.kind === "one line") return { contestant: contestant.name, protocol, load };
  const menuClick = await clickMenuEarly(browser, `${url}/`);
  const navigation = await navigate(browser, `${url}/`, "/pricing");
  return { contestant: contestant.name, protocol, load, menuClick, navigation };
}

async function save(results: Results): Promise<void> {
  await mkdir(dirname(RESULTS), { recursive: true });
  await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
}

/** Load average of the last minute. */
function lastMinute(): number {
  return loadavg()[0] ?? 0;
}
