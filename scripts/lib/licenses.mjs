import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./run.mjs";

/**
 * Third-party packages that the product ships, in browsers' files or the server's image, if they are installed on this platform.
 * @typedef {{ name: string, version: string, license: string, integrity: string | undefined, path: string }} Package
 */

const LICENSE_FILE = /^(?:licen[cs]e|copying|copyright|notice|ofl)(?:[-.]|$)/i;
const RULE = "=".repeat(80);

/**
 * @param {string} [root] folder with `package-lock.json` and `node_modules`
 * @returns {Package[]} by name and version
 */
export function shippedPackages(root = ROOT) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, link }]) => isThirdParty(path) && !dev && !devOptional && !link)
    .map(([path, { name, version, license, integrity }]) => ({
      name: name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
      version,
      license: license ?? "unknown",
      integrity,
      path: join(root, path),
    }))
    .filter(({ path }) => existsSync(path))
    .sort((one, other) => compare(`${one.name} ${one.version}`, `${other.name} ${other.version}`));
}

/**
 * License notices to pass on: for each text, its packages. Without versions, because the list is public.
 * @param {Package[]} packages
 */
export function noticesOf(packages) {
  /** @type {Map<string, Set<string>>} */
  const holders = new Map();
  for (const { name, license, path } of packages)
    for (const text of licenseTexts(path, license))
      holders.set(text, (holders.get(text) ?? new Set()).add(`${name} (${license})`));
  const parts = [...holders].map(
    ([text, names]) => `${RULE}\n${[...names].join("\n")}\n${RULE}\n\n${text}\n`,
  );
  return `This product contains the following third-party software and fonts.\n\n${parts.join("\n")}`;
}

/**
 * A software bill of materials (CycloneDX 1.6). It has no time and no serial number, so that equal builds stay equal.
 * @param {Package[]} packages @param {{ name: string, version: string, license: string }} product
 */
export function sbomOf(packages, product) {
  const componentOf = ({ name, version, license, integrity }) => ({
    type: "library",
    "bom-ref": `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    licenses: [/^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }],
    ...(integrity?.startsWith("sha512-") && {
      hashes: [{ alg: "SHA-512", content: Buffer.from(integrity.slice(7), "base64").toString("hex") }],
    }),
  });
  const { name, version, license } = product;
  const component = { type: "application", name, version, licenses: [{ license: { id: license } }] };
  // A package may be installed twice in the same version.
  const components = [...new Map(packages.map((each) => [`${each.name}@${each.version}`, each])).values()];
  const document = { bomFormat: "CycloneDX", specVersion: "1.6", version: 1, metadata: { component } };
  return JSON.stringify({ ...document, components: components.map(componentOf) }, null, 1);
}

function licenseTexts(path, license) {
  const names = readdirSync(path).filter(
    (name) => LICENSE_FILE.test(name) && statSync(join(path, name)).isFile(),
  );
  if (names.length > 0)
    return names.sort().map((name) => readFileSync(join(path, name), "utf8").replaceAll("\r\n", "\n").trim());
  const { author, homepage, repository } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
  const by = typeof author === "object" ? author?.name : author;
  const at = homepage ?? (typeof repository === "object" ? repository?.url : repository);
  return [
    `The package has no license text. Its license is ${license}.${by ? ` Author: ${by}.` : ""}${at ? ` ${at}` : ""}`,
  ];
}

function isThirdParty(path) {
  return path.includes("node_modules/");
}

function compare(one, other) {
  return one < other ? -1 : Number(one > other);
}
