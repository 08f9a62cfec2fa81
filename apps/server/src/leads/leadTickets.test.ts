import { expect, it } from "vitest";
import { createLeadTickets } from "./leadTickets.ts";

let now = 1_000_000;
const tickets = createLeadTickets("key", () => now);

it("says how old a ticket is, and only for the submission that it was issued for", () => {
  const ticket = tickets.issue("a");
  now += 2500;
  expect(tickets.ageOf(ticket, "a")).toBe(2500);
  expect(tickets.ageOf(ticket, "b")).toBeNull();
  expect(createLeadTickets("another key", () => now).ageOf(ticket, "a")).toBeNull();
});

it.each(["", ".", "abc", "0.", "zzzz.AAAA"])("does not know %j", (ticket) => {
  expect(tickets.ageOf(ticket, "a")).toBeNull();
});

it("does not know a ticket whose time was changed", () => {
  const [, signature] = tickets.issue("a").split(".");
  expect(tickets.ageOf(`1.${signature}`, "a")).toBeNull();
});
