import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ROOT } from "./run.mjs";

/**
 * Document with the import order: fenced blocks that start with "```rooms <folder>" and list one room per line, lowest
 * first. In a room such as `features/*`, no folder may import another. A room that starts with an asterisk matches all
 * folders of that name.
 */
const DOCUMENT = "docs/architecture.md";
/** Folders that must have an order. */
const ORDERED = [
  "apps/server/src",
  "apps/server/src/platform",
  "apps/server/src/domains",
  "apps/site/src",
  "apps/console/src",
  "packages/contract/src",
  "packages/measure/src",
  "packages/ui/src",
  "packages/markdown/src",
];
/** Matches the relative path of static and dynamic imports, exports and type imports. */
const IMPORTS = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"?]+)/g;
const SOURCE = /\.(ts|tsx)$/;
/** Tests and test helpers may import from every room. */
const TEST_CODE = /\.test\.tsx?$|(^|\/)testing\//;

/**
 * Checks that every room (a folder or file of an ordered folder) imports only from itself and from lower rooms.
 * @returns 1 if one does not, otherwise 0.
 */
export function checkRooms() {
  const orders = readOrders(readFileSync(join(ROOT, DOCUMENT), "utf8"));
  const unordered = ORDERED.filter((folder) => !orders.has(folder));
  const problems = [
    ...unordered.map((folder) => `${DOCUMENT} has no "\`\`\`rooms ${folder}" block.`),
    ...[...orders].flatMap(([folder, rooms]) => problemsIn(folder, rooms)),
  ];
  for (const problem of problems) console.error(`  ${problem}`);
  return problems.length === 0 ? 0 : 1;
}

/** @returns the rooms of each ordered folder, lowest first. Each line has the room's name, spaces, and its purpose. */
function readOrders(document) {
  const blocks = document.matchAll(/^```rooms (\S+)\n([\s\S]*?)^```$/gm);
  return new Map(
    [...blocks].map(([, folder, lines]) => [
      folder,
      lines.split("\n").flatMap((line) => line.match(/^\S+/) ?? []),
    ]),
  );
}

function problemsIn(folder, rooms) {
  const files = readdirSync(join(ROOT, folder), { recursive: true }).filter(
    (file) => SOURCE.test(file) && !TEST_CODE.test(file),
  );
  const used = new Set(files.map((file) => roomOf(file, rooms)));
  const stale = rooms.filter((room) => !used.has(room));
  return [
    ...stale.map((room) => `${DOCUMENT} lists the room ${room} of ${folder}, which has no files.`),
    ...files.flatMap((file) => problemsOf(file, folder, rooms)),
  ];
}

function problemsOf(file, folder, rooms) {
  const room = roomOf(file, rooms);
  if (room === null)
    return [`${folder}/${file} is in no room that ${DOCUMENT} lists. Add the room, or move the file.`];
  const source = readFileSync(join(ROOT, folder, file), "utf8");
  return [...source.matchAll(IMPORTS)].flatMap(([, specifier]) => {
    const target = join(dirname(file), specifier);
    if (relative(".", target).startsWith("..") || !SOURCE.test(target)) return [];
    const from = roomOf(target, rooms);
    if (from === null) return [];
    const isUpward = rooms.indexOf(from) > rooms.indexOf(room);
    const isSibling =
      room.endsWith("/*") && from === room && siblingOf(file, room) !== siblingOf(target, room);
    if (!isUpward && !isSibling) return [];
    const which = isUpward ? "a higher room" : "another folder of the same room";
    return [
      `${folder}/${file} (${room}) imports ${target} (${from}), ${which}. Move what both need to a lower room.`,
    ];
  });
}

/** The folder of `file` within a room such as `features/*`. */
function siblingOf(file, room) {
  return file.slice(room.length - 1).split("/")[0];
}

/** The longest listed path that contains `file`, or null. */
function roomOf(file, rooms) {
  const folders = file.split("/");
  const depthOf = (room) => room.replace(/\/\*$/, "").split("/").length;
  const holds = (room) =>
    room
      .replace(/\/\*$/, "")
      .split("/")
      .every((name, index) => name === "*" || name === folders[index]);
  return rooms.filter(holds).sort((one, other) => depthOf(other) - depthOf(one))[0] ?? null;
}
