import { expect, it } from "vitest";
import { hashPassword, limitPasswordWork, verifyPassword } from "./passwords.ts";

it("matches a password with its own hash only", async () => {
  const hash = await hashPassword("a long enough password", "owner@trellis.example");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword("a long enough password", hash)).toBe(true);
  expect(await verifyPassword("a long enough passwore", hash)).toBe(false);
  expect(await verifyPassword("a long enough password", null)).toBe(false);
});

it("works on two passwords at once, lets 32 wait, and refuses what comes beyond", async () => {
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
