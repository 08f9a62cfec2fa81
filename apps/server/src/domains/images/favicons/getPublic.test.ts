import type { lookup } from "node:dns";
import { afterEach, describe, expect, it } from "vitest";
import { createPublicLookup, getPublic, isPublicAddress } from "./getPublic.ts";
import { startWebsite } from "./testing/startWebsite.ts";

const FOREVER = new AbortController().signal;

/** A fake DNS in which every name has these addresses. */
function resolvingTo(...addresses: string[]): typeof lookup {
  const entries = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  return ((_name: string, _options: object, callback: (error: null, result: object[]) => void) =>
    callback(null, entries)) as unknown as typeof lookup;
}

describe("isPublicAddress", () => {
  it.each(["8.8.8.8", "93.184.215.14", "2606:4700::1111", "2001:4860:4860::8888", "::ffff:8.8.8.8"])(
    "%s is public",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "127.1.2.3",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:a9fe:a9fe",
    "64:ff9b::a00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:a00:1::",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd12::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "",
    "localhost",
    "10",
    "0x7f.1",
  ])("%s is not", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("createPublicLookup", () => {
  const look = (addresses: string[], all: boolean) =>
    new Promise((resolve) => {
      createPublicLookup(resolvingTo(...addresses))("a.example", { all }, (error, resolved, family) =>
        resolve(error ? error.message : [resolved, family]),
      );
    });

  it("returns public addresses in either form", async () => {
    expect(await look(["8.8.8.8", "2606:4700::1"], false)).toEqual(["8.8.8.8", 4]);
    expect(await look(["8.8.8.8", "2606:4700::1"], true)).toEqual([
      [
        { address: "8.8.8.8", family: 4 },
        { address: "2606:4700::1", family: 6 },
      ],
      undefined,
    ]);
  });

  it.each([[["10.0.0.1"]], [["8.8.8.8", "127.0.0.1"]], [["2606:4700::1", "::1"]], [[]]])(
    "rejects a host with the addresses %j",
    async (addresses) => {
      for (const all of [true, false])
        expect(await look(addresses, all)).toBe("a.example has no public address.");
    },
  );
});

describe("getPublic", () => {
  let stop = () => {};
  afterEach(() => stop());

  it("does not connect to a host that resolves to a private address", async () => {
    const lookup = createPublicLookup(resolvingTo("127.0.0.1"));
    const response = getPublic(new URL("https://inside.example/"), { maxBytes: 10, signal: FOREVER, lookup });
    await expect(response).rejects.toThrow("inside.example has no public address.");
    const toLocalhost = getPublic(new URL("https://localhost/"), { maxBytes: 10, signal: FOREVER });
    await expect(toLocalhost).rejects.toThrow("localhost has no public address.");
  });

  it.each([
    "http://example.com/",
    "https://example.com:8443/",
    "https://user@example.com/",
    "https://10.0.0.1/",
    "https://8.8.8.8/",
    "https://2130706433/",
    "https://[::1]/",
    "file:///etc/passwd",
  ])("rejects %s", async (address) => {
    await expect(getPublic(new URL(address), { maxBytes: 10, signal: FOREVER })).rejects.toThrow(
      "Only https URLs",
    );
  });

  it("reads at most the given number of bytes, and ends the connection", async () => {
    let close = () => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const website = await startWebsite((_request, response) => {
      response.on("close", close);
      const write = () => {
        while (response.write("x".repeat(1000))) {}
      };
      response.on("drain", write);
      write();
    });
    stop = website.stop;
    const response = await website.get(new URL("https://a.example/"), { maxBytes: 1500, signal: FOREVER });
    expect([response.status, response.body.byteLength, response.isCut]).toEqual([200, 1500, true]);
    await closed;
  });

  it("returns redirects without following them, and identifies itself", async () => {
    let agent: string | undefined;
    const website = await startWebsite(({ headers }, response) => {
      agent = headers["user-agent"];
      response.writeHead(302, { location: "https://b.example/" }).end();
    });
    stop = website.stop;
    const response = await website.get(new URL("https://a.example/x?y=1"), { maxBytes: 10, signal: FOREVER });
    expect(response).toMatchObject({ status: 302, location: "https://b.example/", isCut: false });
    expect([agent, website.requested]).toEqual(["Marquee favicons", ["a.example /x?y=1"]]);
  });

  it("ends with its signal, before and during a response", async () => {
    const controller = new AbortController();
    const website = await startWebsite((request, response) => {
      if (request.url === "/slow") response.write("x");
      setImmediate(() => controller.abort());
    });
    stop = website.stop;
    const ask = (path: string) =>
      website.get(new URL(`https://a.example${path}`), { maxBytes: 10, signal: controller.signal });
    await expect(ask("/slow")).rejects.toThrow(/abort/i);
    await expect(ask("/never")).rejects.toThrow(/abort/i);
  });
});
