import { expect, it } from "vitest";
import { createLeadTickets } from "./leadTickets.ts";

let now = 1_000_000;
const tickets = createLeadTickets(
  () => "key",
  () => now,
);

it("returns the age of a ticket only for its own submission", () => {
  const ticket = tickets.issue("a");
  now += 2500;
  expect(tickets.ageOf(ticket, "a")).toBe(2500);
  expect(tickets.ageOf(ticket, "b")).toBeNull();
  expect(
    createLeadTickets(
      () => "another key",
      () => now,
    ).ageOf(ticket, "a"),
  ).toBeNull();
});

it.each(["", ".", "abc", "0.", "zzzz.AAAA"])("rejects the ticket %j", (ticket) => {
  expect(tickets.ageOf(ticket, "a")).toBeNull();
});

it("rejects a ticket with a changed time", () => {
  const [, signature] = tickets.issue("a").split(".");
  expect(tickets.ageOf(`1.${signature}`, "a")).toBeNull();
});
