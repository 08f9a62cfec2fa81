import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parameterKey, redactEmailAddresses, redactReferrer, redactText, redactUrl } from "./redactUrl.ts";

const keep = (...names: string[]) => new Set(names.map(parameterKey));

describe("redactUrl", () => {
  it.each([
    ["/users/jane@acme.com/edit", "/users/REDACTED/edit"],
    ["/users/jane%40acme.com/edit", "/users/REDACTED/edit"],
    ["/users/jane%2540acme.com", "/users/REDACTED"],
    ["/u/j%61ne%252540acme%2Ecom#a", "/u/REDACTED#a"],
    ["https://a.example/?q=mail+jane%2Bnews%40acme.com&x=1", "https://a.example/?q=REDACTED&x=1"],
    ["https://a.example/?q=to%20jane%40acme.com", "https://a.example/?q=to%20REDACTED"],
    ["https://a.example/#/done/jane@acme.com", "https://a.example/#/done/REDACTED"],
    ["mailto:jane@acme.com?subject=hi", "mailto:REDACTED?subject=hi"],
    ["https://jane:secret@a.example/x?a=1&token=1", "https://a.example/x?a=1&token=REDACTED"],
    ["/j%C3%B6rg@m%C3%BCller.de/x", "/REDACTED/x"],
    ["?jane@acme.com", "?REDACTED"],
    ["/jane%25%34%30acme.com/x", "/REDACTED/x"],
    ["/jane%2%35%%34%30acme%%32%45com", "/REDACTED"],
    ["/jane%%340mu\u0308ller.de", "/REDACTED"],
    ["/photos/jane@acme.com.png", "/photos/REDACTED"],
    ["/photos/jane@163.com.png?a=1", "/photos/REDACTED?a=1"],
    ["/photos/jane@acme.com-small.js", "/photos/REDACTED"],
    ["/photos/jane@acme.xn--p1ai.png", "/photos/REDACTED"],
    ["/jane@acme.zip/jane@acme.app/jane@acme.mov/jane@acme.map", "/REDACTED/REDACTED/REDACTED/REDACTED"],
    ["/jane@next.js.org", "/REDACTED"],
  ])("removes the email address from %s", (address, expected) => {
    expect(redactUrl(address)).toBe(expected);
  });

  it.each([
    ["/x?token=abc&plan=team", "/x?token=REDACTED&plan=team"],
    ["/x?a=1&Reset-Password_Token=a?b/c;d#top", "/x?a=1&Reset-Password_Token=REDACTED#top"],
    ["#access_token=abc&state=x", "#access_token=REDACTED&state=x"],
    ["#/reset?key=abc", "#/reset?key=REDACTED"],
    ["/a;jsessionid=ABC/b?x=1", "/a;jsessionid=REDACTED/b?x=1"],
    ["session=abc&x=1", "session=REDACTED&x=1"],
    ["?user[apiKey]=abc", "?user[apiKey]=REDACTED"],
    ["?%74oken=abc", "?%74oken=REDACTED"],
    ["?next=%2Freset%3Ftoken%3Dabc%26x%3D1", "?next=%2Freset%3Ftoken%3DREDACTED%26x%3D1"],
    ["?next=/reset?code=abc&x=1", "?next=/reset?code=REDACTED&x=1"],
    ["?a%25%33%64b=1&token%25%33%44abc", "?a%25%33%64b=1&token%3DREDACTED"],
    [
      "?token[0]=abc&token[]=abc&user[pin][1]=abc",
      "?token[0]=REDACTED&token[]=REDACTED&user[pin][1]=REDACTED",
    ],
    [
      "?token%5B0%5D=abc&token1=abc&Api-Key-2=abc",
      "?token%5B0%5D=REDACTED&token1=REDACTED&Api-Key-2=REDACTED",
    ],
    ["?secret_key=abc&client_key=abc&licenseKey=abc&bearer=abc&pin=abc", null],
    ["?login_code=abc&email_code=abc&smsCode=abc&security_code=abc&otp_code=abc&code_verifier=abc", null],
    [
      '?d={"a":1,"reset_token":"abc","b":{"pin":123}}',
      '?d={"a":1,"reset_token":"REDACTED","b":{"pin":"REDACTED"}}',
    ],
    [
      "?d=%7B%22a%22%3A1%2C%22pwd%22%3A%20%22a%5C%22bc%22%7D&x=1",
      "?d=%7B%22a%22%3A1%2C%22pwd%22%3A%20%22REDACTED%22%7D&x=1",
    ],
    ["//user:abc@localhost:3000/x", "//localhost:3000/x"],
    ["?next=https%3A%2F%2Fuser%3Aabc%40localhost%2Fx", "?next=https%3A%2F%2Flocalhost%2Fx"],
    ["?X-Amz-Signature=abc&sid=1&e-mail=jane&user_email=jane", null],
  ])("removes the secret from %s", (address, expected) => {
    const redacted = redactUrl(address);
    if (expected) expect(redacted).toBe(expected);
    expect(redacted).not.toMatch(/abc|jane/);
  });

  it.each([
    "https://a.example/pricing?utm_source=news&utm_campaign=keynote&gclid=abc&fbclid=1#top",
    "https://a.example/img/logo@2x.png?v=3",
    "https://cdn.example/npm/@scope/react@18.2.0-rc.next/index.js",
    "https://cdn.example/jquery@3.min.js",
    "https://cdn.example/npm/pkg@next.js/dist/pkg@index.d.ts",
    "https://cdn.example/a%40app.3f2a.chunk.css/b@theme.css.map/c@photo.jpeg",
    "https://maps.example/@52.5,13.4,15z",
    "/caf%C3%A9/a%20b?q=%E2%9C%93&keyword=x&tokens=2&decode=1&monkey=1&inside=2&design=3&postcode=1",
    "/author/x/session?passenger=2&signal=a",
  ])("leaves %s unchanged", (address) => {
    expect(redactUrl(address)).toBe(address);
  });

  it.each(["?pinned=1&mapping=2&clients=3&codec=4", '?d={"plan":"team","n":{"amount":5}}', "?0=a&base64=b"])(
    "also leaves %s unchanged",
    (address) => {
      expect(redactUrl(address)).toBe(address);
    },
  );

  it("keeps the values of parameters that the operator keeps, but no email address in them", () => {
    expect(redactUrl("?CODE=SUMMER&api-key=1&token=2", keep("code", "api_key"))).toBe(
      "?CODE=SUMMER&api-key=1&token=REDACTED",
    );
    expect(redactUrl("?code=jane%40acme.com", keep("code"))).toBe("?code=REDACTED");
  });

  const word = fc.stringMatching(/^[a-z][a-z\d]{0,8}$/);
  const encode = (text: string, times: number): string =>
    times === 0
      ? text
      : encode(
          text.replace(/[^a-z\d]/g, (letter) => encodeURIComponent(letter)),
          times - 1,
        );

  it("removes every address and every secret, however often encoded, and is stable", () => {
    const address = fc
      .tuple(
        word,
        fc.constantFrom(".", "+", "-", "_"),
        word,
        word,
        fc.constantFrom("com", "example", "co.uk"),
      )
      .map(([one, joint, two, domain, ending]) => `zq${one}${joint}${two}zq@${domain}.${ending}`);
    const place = fc.constantFrom(
      "/a/",
      "/?x=",
      "/?x=1&",
      "/#",
      "/#/b?y=",
      "/?n=hello+",
      "/?token=",
      "/?a=1&Sid=",
    );
    const after = fc.constantFrom("", "/b", "&z=1", "#c", "?d=e");
    fc.assert(
      fc.property(address, fc.nat(3), place, after, (email, times, before, rest) => {
        const redacted = redactUrl(`https://a.example${before}${encode(email, times)}${rest}`);
        expect(redacted).not.toMatch(/zq/);
        expect(redacted).toContain("REDACTED");
        expect(redactUrl(redacted)).toBe(redacted);
      }),
    );
  });

  it("changes nothing else of any address", () => {
    const pair = fc.tuple(word, fc.webQueryParameters({ size: "small" }));
    fc.assert(
      fc.property(fc.webUrl(), fc.array(pair), (url, pairs) => {
        const query = pairs.map(([name, value]) => `q${name}=${encodeURIComponent(value)}`).join("&");
        fc.pre(!/@|%40|token|secret|password|signature|credential/i.test(decodeURI(url) + query));
        const address = `${url}?${query}`;
        expect(redactUrl(address, keep("qkey"))).toBe(address);
      }),
    );
  });

  it("takes time in proportion to the length", () => {
    for (const part of [
      "@",
      "a@",
      "%40",
      "%25",
      "?token=",
      "&",
      "a@b.",
      ";sid=",
      "a;code=",
      "[",
      "%2540",
      "%%3%32%35",
      "%25%34%30",
    ]) {
      const started = performance.now();
      redactUrl(`/?${part.repeat(200_000 / part.length)}`);
      redactText(`x ${part.repeat(200_000 / part.length)}`);
      expect(performance.now() - started).toBeLessThan(2000);
    }
  });
});

describe("redactText", () => {
  it("removes user names with their passwords, including hosts without a domain", () => {
    expect(redactText("GET https://jane:abc@localhost:3000/x failed, http://a:b@10.0.0.1 too")).toBe(
      "GET https://localhost:3000/x failed, http://10.0.0.1 too",
    );
    expect(redactText('["https://a.example","jane@acme.com"]')).toBe('["https://a.example","REDACTED"]');
  });

  it("redacts addresses within a text and keeps the positions of a stack", () => {
    const stack =
      "Error: jane@acme.com has no plan (jane%40acme.com)\n  at f (https://a.example/a.js?token=abc:1:2)\nload@https://a.example/b.js:3:4";
    expect(redactText(stack)).toBe(
      "Error: REDACTED has no plan (REDACTED)\n  at f (https://a.example/a.js?token=REDACTED:1:2)\nload@https://a.example/b.js:3:4",
    );
    expect(redactText('GET "/x?sid=abc" failed for <jane@acme.com>')).toBe(
      'GET "/x?sid=REDACTED" failed for <REDACTED>',
    );
  });

  it("leaves other texts unchanged", () => {
    for (const text of ["100% of 5 @ home = fine", "a && b=c", "Unexpected token = 1", "me@localhost", ""])
      expect(redactText(text)).toBe(text);
    for (const text of [
      "render@app.js:10:4\nfoo@vendor.min.js:1:2",
      "x@main.3f2a.mjs:1:2",
      "Request failed;code=404",
      "failed;code=404 (x;key=1)",
    ])
      expect(redactText(text)).toBe(text);
  });

  it("removes parameters of paths and of lists", () => {
    expect(redactText("GET /a;jsessionid=ABC failed;code=404")).toBe(
      "GET /a;jsessionid=REDACTED failed;code=404",
    );
    expect(redactText("got a=1;token=abc")).toBe("got a=1;token=REDACTED");
  });
});

describe("redactReferrer", () => {
  const isOwn = (host: string) => host === "a.example";

  it("keeps origin and path of other sites", () => {
    const redact = (referrer: string) => redactReferrer(referrer, isOwn);
    expect(redact("https://b.example/x/jane@acme.com?q=secret#y")).toBe("https://b.example/x/REDACTED");
    expect(redact("https://A.example/x?q=1&sid=2")).toBe("https://A.example/x?q=1&sid=REDACTED");
    expect(redact("android-app://com.google.android.gm/?q=1")).toBe("android-app://com.google.android.gm/");
    expect(redact("https://a.example@b.example/?q=1")).toBe("https://b.example/");
    expect(redact("/x?q=1")).toBe("/x?q=1");
    expect(redact("")).toBe("");
  });
});

it("removes no more of a text than the address", () => {
  expect(redactEmailAddresses("Write to <jane.doe+x@mail.acme.co.uk>, or o'brien@acme.com.")).toBe(
    "Write to <REDACTED>, or o'REDACTED.",
  );
});
