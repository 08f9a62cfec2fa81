import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Creates a function that returns whether an IP address is one of a list, or in one of its ranges.
 * @param listed checked addresses and ranges, such as `10.0.0.0/8`; a new array replaces the list.
 */
export function createAddressCheck(listed: () => readonly string[]): (address: string) => boolean {
  let lastEntries: readonly string[] = [];
  let list = new BlockList();
  return (address) => {
    const entries = listed();
    if (entries !== lastEntries) {
      list = blockListOf(entries);
      lastEntries = entries;
    }
    if (entries.length === 0 || isIP(address) === 0) return false;
    // An IPv4 address can arrive as IPv6.
    const ip = ipaddr.process(address);
    return list.check(ip.toString(), ip.kind());
  };
}

function blockListOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const kind = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, kind);
    else list.addSubnet(address, Number(bits), kind);
  }
  return list;
}
