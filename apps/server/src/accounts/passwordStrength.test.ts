import { expect, it } from "vitest";
import { checkStrength } from "./passwordStrength.ts";

const EMAIL = "owner@trellis.example";

it.each([
  ["short", "elevenchars"],
  ["long", "x".repeat(201)],
])("refuses a password that is too %s", async (_what, password) => {
  await expect(checkStrength(password, EMAIL)).rejects.toThrow("12 to 200 characters");
});

it.each([
  EMAIL,
  EMAIL.toUpperCase(),
  "trellistrellis",
  "passwordpassword",
  "P@ssw0rd1234",
  "123456789012",
  "qwertyuiop[]",
  "aaaaaaaaaaaa",
  "qwerty123".repeat(22),
])("refuses %s, which is easy to guess", async (password) => {
  await expect(checkStrength(password, EMAIL)).rejects.toMatchObject({
    code: "bad_request",
    message: expect.stringContaining("easy to guess"),
  });
});

it.each(["a long enough password", "tidal-gravel-mitten", "xK9#mQ2$vL5p"])("accepts %s", async (password) => {
  await expect(checkStrength(password, EMAIL)).resolves.toBeUndefined();
});
