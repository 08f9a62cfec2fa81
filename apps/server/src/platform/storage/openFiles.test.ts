import { expect, it } from "vitest";
import { checkOpenFiles } from "./openFiles.ts";

const limits = (most: string) => `Limit            Soft Limit  Hard Limit  Units
Max processes    95000       95000       processes
Max open files   ${most.padEnd(11)} ${most.padEnd(11)} files
`;

it("says which limit to raise if too few files may be open", () => {
  expect(() => checkOpenFiles(limits("256"))).toThrow(
    "This process may open only 256 files. Allow at least 1024: ulimit -n 65536, or LimitNOFILE=65536 in a systemd unit.",
  );
  for (const enough of [limits("1024"), limits("unlimited"), ""])
    expect(() => checkOpenFiles(enough)).not.toThrow();
  expect(() => checkOpenFiles()).not.toThrow();
});
