import { expect, it } from "vitest";
import { addressParts } from "./Address.tsx";

it("parts an address into path and host, question marks of the path included", () => {
  expect(addressParts("https://cdn.example:8080/photos/?/large")).toEqual({
    path: "/photos/?/large",
    host: "cdn.example:8080",
  });
  expect(addressParts("https://cdn.example")).toEqual({ path: "/", host: "cdn.example" });
  expect(addressParts("")).toEqual({ path: "", host: "" });
});
