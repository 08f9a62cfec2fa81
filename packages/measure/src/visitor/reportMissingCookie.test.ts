import { expect, it, vi } from "vitest";
import { reportMissingCookie } from "./reportMissingCookie.ts";

it("names a cookie that the browser does not store", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  reportMissingCookie({ get: () => "device" }, "ajs_anonymous_id");
  expect(warn).not.toHaveBeenCalled();
  reportMissingCookie({ get: () => null }, "ajs_anonymous_id");
  expect(warn).toHaveBeenCalledWith("[measure]", "Cookie ajs_anonymous_id not provided or not found.");
  warn.mockRestore();
});
