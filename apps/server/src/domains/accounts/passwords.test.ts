import { expect, it, vi } from "vitest";
import { checkStrength, hashPassword, limitPasswordWork, verifyPassword } from "./passwords.ts";

vi.unmock("@node-rs/argon2");

it("matches a password with its own hash only", async () => {
  const hash = await hashPassword("a long enough password", "owner@trellis.example");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword("a long enough password", hash)).toBe(true);
  expect(await verifyPassword("a long enough passwore", hash)).toBe(false);
  expect(await verifyPassword("a long enough password", null)).toBe(false);
});

it("compares all of a password, however long", async () => {
  const password = "tidal gravel mitten ".repeat(10);
  const hash = await hashPassword(password, "owner@trellis.example");
  expect(await verifyPassword(password, hash)).toBe(true);
  expect(await verifyPassword(`${password}x`, hash)).toBe(false);
  expect(await verifyPassword(password.toUpperCase(), hash)).toBe(false);
  expect(await verifyPassword(password.trim(), hash)).toBe(false);
});

it("runs two tasks at a time, queues 32 and rejects more", async () => {
  const running: (() => void)[] = [];
  let most = 0;
  const work = () =>
    new Promise<void>((resolve) => {
      most = Math.max(most, running.push(resolve));
    });
  const taken = Array.from({ length: 34 }, () => limitPasswordWork(work));
  await expect(limitPasswordWork(work)).rejects.toMatchObject({ code: "unavailable", retryAfter: 5 });
  for (let done = 0; done < taken.length; done += 1) {
    while (running.length === 0) await new Promise((resolve) => setImmediate(resolve));
    running.shift()?.();
    await taken[done];
  }
  expect(most).toBe(2);
});

const EMAIL = "owner@trellis.example";

it.each([
  ["short", "elevenchars"],
  ["long", "x".repeat(201)],
])("rejects a password that is too %s", async (_what, password) => {
  await expect(checkStrength(password, EMAIL)).rejects.toThrow("12 to 200 characters");
});

it.each([
  EMAIL,
  EMAIL.toUpperCase(),
  "trellistrellis",
  "marqueeowner",
  "MarqueeConsole1",
  "analytics-editor",
  "passwordpassword",
  "P@ssw0rd1234",
  "123456789012",
  "qwertyuiop[]",
  "aaaaaaaaaaaa",
  "qwerty123".repeat(22),
])("rejects the easily guessed password %s", async (password) => {
  await expect(checkStrength(password, EMAIL)).rejects.toMatchObject({
    code: "bad_request",
    message: expect.stringContaining("easy to guess"),
  });
});

it.each(["izabella-rose2006", "Findmelove002", "573v3n202274123"])(
  "rejects %s, which is known from a breach, however hard it is to guess",
  async (password) => {
    for (const written of [password, password.toUpperCase(), ` ${password} `])
      await expect(checkStrength(written, EMAIL)).rejects.toMatchObject({
        code: "bad_request",
        message: expect.stringContaining("data breach"),
      });
  },
);

it.each(["a long enough password", "tidal-gravel-mitten", "xK9#mQ2$vL5p"])("accepts %s", async (password) => {
  await expect(checkStrength(password, EMAIL)).resolves.toBeUndefined();
});
