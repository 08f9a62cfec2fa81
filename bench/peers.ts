import { mkdir, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { createCertificate } from "./peers/certificate.ts";
import { PROTOCOLS, type Protocol, startProxy } from "./peers/deliveryProxy.ts";
import { installPeers, PEERS, type Site, startOneLinePage, startPeer, versionOf } from "./peers/sites.ts";
import { type Contestant, toTable, type Visit } from "./peers/table.ts";
import { clickMenuEarly, navigate, visitPage } from "./peers/visits.ts";
import { LAUNCH_OPTIONS } from "./support/browser.ts";
import type { Product } from "./support/product.ts";

const ROUNDS = 9;
const RESULTS = join(import.meta.dirname, "dist/peers.json");

/** A contestant behind one of its proxies. */
interface Place {
  contestant: Contestant;
  protocol: Protocol;
  url: string;
}

/**
 * Compares the home page with the same page built in other frameworks and with a page of one line, all behind the same proxy. Each round visits
 * all of them once, so that other load on the machine affects all. Writes every visit to `bench/dist/peers.json`.
 * @param rounds Rounds to take the medians of.
 * @returns a Markdown table.
 */
export async function measurePeers(product: Product, rounds = ROUNDS): Promise<string> {
  await installPeers();
  const certificate = await createCertificate();
  const sites: Site[] = [];
  const start = async (starting: Promise<Site>) => {
    const site = await starting;
    sites.push(site);
    return site.url;
  };
  // Chromium keeps nothing in its cache from hosts whose certificate it merely tolerates, so it is told this one's key.
  const trust = `--ignore-certificate-errors-spki-list=${certificate.publicKeyHash}`;
  const browser = await chromium.launch({ ...LAUNCH_OPTIONS, args: [...LAUNCH_OPTIONS.args, trust] });
  try {
    const contestants: Contestant[] = [{ name: "ours", kind: "ours" }];
    const origins = [product.url];
    contestants.push({ name: "one line", kind: "one line" });
    origins.push(await start(startOneLinePage()));
    for (const peer of PEERS) {
      contestants.push({ name: `${peer.name} ${await versionOf(peer)}`, kind: "peer" });
      origins.push(await start(startPeer(peer)));
    }
    const places: Place[] = [];
    for (const protocol of PROTOCOLS) {
      for (const [index, contestant] of contestants.entries()) {
        const origin = origins[index] ?? "";
        places.push({
          contestant,
          protocol,
          url: await start(startProxy({ origin, protocol, certificate })),
        });
      }
    }
    const visit = async ({ contestant, protocol, url }: Place): Promise<Visit> => {
      const load = await visitPage(browser, `${url}/`);
      if (contestant.kind === "one line") return { contestant: contestant.name, protocol, load };
      const menuClick = await clickMenuEarly(browser, `${url}/`);
      const navigation = await navigate(browser, `${url}/`, "/pricing");
      return { contestant: contestant.name, protocol, load, menuClick, navigation };
    };
    // The first visits fill the proxy's store of compressed files.
    for (const place of places) await visit(place);
    const visits: Visit[] = [];
    const busyBefore = loadavg();
    for (let round = 0; round < rounds; round += 1) {
      for (const place of places) visits.push(await visit(place));
      await save({ rounds: round + 1, load: { before: busyBefore, after: loadavg() }, visits });
    }
    const [busy = 0] = loadavg();
    return [
      toTable(contestants, visits),
      "",
      `Medians of ${rounds} rounds; load average ${busyBefore[0]?.toFixed(1)} before, ${busy.toFixed(1)} after. Every visit: bench/dist/peers.json.`,
    ].join("\n");
  } finally {
    await browser.close();
    for (const site of sites) await site.stop();
  }
}

async function save(results: unknown): Promise<void> {
  await mkdir(join(RESULTS, ".."), { recursive: true });
  await writeFile(RESULTS, JSON.stringify(results, null, 2));
}
