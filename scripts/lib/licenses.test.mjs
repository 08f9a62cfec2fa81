import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { noticesOf, sbomOf, shippedPackages } from "./licenses.mjs";

/** A project with these packages, by path below `node_modules`: its lock file entry, and its files. */
function project(packages) {
  const root = mkdtempSync(join(tmpdir(), "licenses-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const locked = { "": { name: "product" }, "apps/server": { name: "server" } };
  for (const [name, { lock, files }] of Object.entries(packages)) {
    locked[`node_modules/${name}`] = { version: "1.0.0", license: "MIT", ...lock };
    if (!files) continue;
    mkdirSync(join(root, "node_modules", name), { recursive: true });
    for (const [file, text] of Object.entries({ "package.json": "{}", ...files }))
      writeFileSync(join(root, "node_modules", name, file), text);
  }
  writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages: locked }));
  return root;
}

const PACKAGES = {
  "@a/font": { lock: { license: "OFL-1.1" }, files: { LICENSE: "Open Font" } },
  one: { files: { "LICENSE.md": "Permission\r\nis granted", NOTICE: "Thanks" } },
  two: { lock: { integrity: "sha512-AAEC" }, files: { license: "Permission\nis granted\n" } },
  bare: { lock: { license: "(MIT OR 0BSD)" }, files: { "package.json": '{"author":{"name":"Ann"}}' } },
  tool: { lock: { dev: true }, files: { LICENSE: "A tool" } },
  "of-another-platform": { lock: { optional: true } },
  workspace: { lock: { link: true }, files: { LICENSE: "Ours" } },
};

it("includes each license text of shipped packages once, with the names of its packages", () => {
  const notices = noticesOf(shippedPackages(project(PACKAGES)));
  expect(notices).toContain("@a/font (OFL-1.1)");
  expect(notices).toContain("one (MIT)\ntwo (MIT)\n");
  expect(notices.split("is granted")).toHaveLength(2);
  expect(notices).toContain("Thanks");
  expect(notices).toContain("Its license is (MIT OR 0BSD). Author: Ann.");
  expect(notices).not.toMatch(/A tool|Ours|another|1\.0\.0/);
});

it("lists shipped packages with versions, licenses and digests, identically each time", () => {
  const packages = shippedPackages(project(PACKAGES));
  const product = { name: "product", version: "0.1.0", license: "MIT" };
  const sbom = JSON.parse(sbomOf([...packages, ...packages], product));
  expect(sbom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6" });
  expect(sbom.components.map(({ purl }) => purl)).toEqual([
    "pkg:npm/%40a/font@1.0.0",
    "pkg:npm/bare@1.0.0",
    "pkg:npm/one@1.0.0",
    "pkg:npm/two@1.0.0",
  ]);
  expect(sbom.components[1].licenses).toEqual([{ expression: "(MIT OR 0BSD)" }]);
  expect(sbom.components[3].hashes).toEqual([{ alg: "SHA-512", content: "000102" }]);
  expect(sbomOf(packages, product)).toBe(sbomOf(packages, product));
});

it("finds a license and a text for every package of this product, fonts included", () => {
  const packages = shippedPackages();
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.filter(({ license }) => license === "unknown").map(({ name }) => name)).toEqual([]);
  const notices = noticesOf(packages);
  for (const name of ["react", "@fontsource-variable/instrument-sans", "fastify", "chdb"])
    expect(notices).toContain(`${name} (`);
});
