import { expect, it } from "vitest";
import { addressParts } from "./Address.tsx";

it("splits a URL into path and host, and keeps question marks in the path", () => {
  expect(addressParts("https://cdn.example:8080/photos/?/large")).toEqual({
    path: "/photos/?/large",
    host: "cdn.example:8080",
  });
  expect(addressParts("https://cdn.example")).toEqual({ path: "/", host: "cdn.example" });
  expect(addressParts("")).toEqual({ path: "", host: "" });
});
