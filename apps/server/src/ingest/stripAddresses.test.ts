import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAddress, stripAddresses } from "./stripAddresses.ts";

describe("stripAddresses", () => {
  it.each([
    "ip",
    "IP",
    "Ip",
    "ips",
    "ipAddress",
    "ip_address",
    "IPAddress",
    "ip-address",
    "IP_ADDR",
    "ipv4",
    "remote_addr",
    "REMOTE_ADDR",
    "remoteAddr",
    "remoteAddress",
    "remoteIp",
    "clientIp",
    "client_ip",
    "CLIENTIP",
    "x-forwarded-for",
    "X-Forwarded-For",
    "forwardedFor",
    "x-real-ip",
    "cf-connecting-ip",
    "HTTP_X_FORWARDED_FOR",
    "lastLoginIp",
    "lastLoginIP",
    "signup_ip",
    "SIGNUP_IP",
    "billingIpAddress",
    "True-Client-IP",
    "user.ip",
    "current_sign_in_ip_address",
    "203.0.113.9",
    "2001:db8::7",
  ])("removes a property named %s", (name) => {
    for (const value of ["anything", 5, ["203.0.113.9"], { v4: "x" }])
      expect(stripAddresses({ plan: "team", traits: { [name]: value, kept: 1 } })).toEqual({
        plan: "team",
        traits: { kept: 1 },
      });
  });

  it.each([
    "tip",
    "zip",
    "zipCode",
    "shipAddress",
    "ship_address",
    "shipping",
    "clip",
    "clipboard",
    "address",
    "membership",
    "Membership",
    "MEMBERSHIP",
    "relationshipAddress",
    "ipsum",
    "skip",
    "emailAddress",
    "clientAddress",
    "ipCountry",
    "description",
    "recipients",
    "z.ip.code",
    "forwarded",
    "script",
  ])("keeps a property named %s", (name) => {
    const value = { [name]: "anything" };
    expect(stripAddresses(value)).toBe(value);
  });

  it("redacts strings that are only an address under any other name", () => {
    const event = {
      from: ["203.0.113.9", "office", { last: " 2001:db8::7 " }],
      host: "::ffff:203.0.113.9",
      note: "seen at 203.0.113.9",
      url: "http://203.0.113.9/pricing",
    };
    expect(stripAddresses(event)).toEqual({
      ...event,
      from: ["REDACTED", "office", { last: "REDACTED" }],
      host: "REDACTED",
    });
  });

  it("keeps versions that look like an address", () => {
    const userAgentData = {
      brands: [{ brand: "Chromium", version: "131.0.0.0" }],
      fullVersionList: ["24.0.0.0"],
      uaFullVersion: "131.0.0.0",
    };
    expect(stripAddresses(userAgentData)).toBe(userAgentData);
  });

  it("does not modify its input and keeps properties named __proto__ or constructor", () => {
    const text = '{"__proto__":{"ip":1,"polluted":1},"constructor":{"prototype":{"ip":"203.0.113.9","a":1}}}';
    const event: unknown = JSON.parse(text);
    expect(JSON.stringify(stripAddresses(event))).toBe(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"a":1}}}',
    );
    expect(JSON.stringify(event)).toBe(text);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("redacts addresses at any depth and leaves everything else unchanged", () => {
    const address = fc.oneof(fc.ipV4(), fc.ipV6());
    const place = fc.array(fc.oneof(fc.constantFrom("a", "list"), fc.nat(3)), { maxLength: 8 });
    fc.assert(
      fc.property(address, place, fc.jsonValue(), (value, path, rest) => {
        const wrap = (inside: unknown): unknown =>
          path.reduceRight<unknown>(
            (within, step) => (typeof step === "number" ? [rest, within] : { rest, [step]: within }),
            inside,
          );
        expect(stripAddresses(wrap({ ip: value, value }))).toEqual(
          stripAddresses(wrap({ value: "REDACTED" })),
        );
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!isAddress(text));
        expect(stripAddresses([text])).toEqual([text]);
      }),
    );
  });
});
