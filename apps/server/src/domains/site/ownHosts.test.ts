import { NOT_SET } from "@marquee/contract";
import { expect, it } from "vitest";
import { ownHosts } from "./ownHosts.ts";

it("are the served hosts, if pages on other hosts are also measured", () => {
  const of = (publicHost: string, hosts: string[]) =>
    ownHosts({ publicHost, current: () => ({ id: "trellis.example", hosts }) as never });
  expect(of("trellis.example", ["trellis.example"])).toEqual([]);
  expect(of("www.trellis.example", ["trellis.example", "www.trellis.example"])).toEqual([]);
  expect(
    of("www.trellis.example", ["trellis.example", "docs.trellis.example", "www.trellis.example"]),
  ).toEqual(["trellis.example", "www.trellis.example", NOT_SET]);
});
