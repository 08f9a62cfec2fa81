import { describe, expect, it } from "vitest";
import { readProblems, withoutPlaces } from "./readProblems.ts";

describe("readProblems", () => {
  it("splits a message by field", () => {
    const message =
      'variations: The weights make 0.9 together; they must make 1. metrics.0.path: Write a path of this site that starts with "/", such as /pricing or /lp/*. page: There is no page nowhere whose texts can vary.';
    expect(readProblems(message)).toEqual({
      placed: [
        { place: "variations", text: "The weights make 0.9 together; they must make 1." },
        {
          place: "metrics.0.path",
          text: 'Write a path of this site that starts with "/", such as /pricing or /lp/*.',
        },
        { place: "page", text: "There is no page nowhere whose texts can vary." },
      ],
      rest: "",
    });
  });

  it("withoutPlaces removes the fields and keeps other errors", () => {
    const error = new Error("hypothesis: Write it down. coverage: Nobody takes part.");
    expect(withoutPlaces(error)?.message).toBe("Write it down. Nobody takes part.");
    const offline = new TypeError("fetch failed");
    expect([withoutPlaces(offline), withoutPlaces(null)]).toEqual([offline, null]);
  });

  it("keeps a message without a field intact, and ignores other colons", () => {
    const message = "/v1 is no page: the server itself answers there.";
    expect(readProblems(message)).toEqual({ placed: [], rest: message });
    expect(readProblems(`variations.1.value: ${message}`)).toEqual({
      placed: [{ place: "variations.1.value", text: message }],
      rest: "",
    });
  });
});
