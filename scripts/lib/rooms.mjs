import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ROOT } from "./run.mjs";

/**
 * Where the order is written down: fenced blocks that begin with "```rooms <folder>" and list one room a line, lowest first. Of a room such as
 * `features/*`, no folder may import another.
 */
const DOCUMENT = "docs/architecture.md";
/** Parts that must have an order. */
const ORDERED = ["apps/server/src", "apps/site/src", "apps/console/src", "packages/measure/src"];
/** Static and dynamic imports, exports and types, all by relative path. */
const IMPORTS = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"?]+)/g;
const SOURCE = /\.(ts|tsx)$/;
/** Tests and what only tests use may import from every room. */
const TEST_CODE = /\.test\.tsx?$|(^|\/)testing\//;

/** Checks that every room (a folder or file of an ordered part) imports only from itself and from rooms below. @returns 1 when one does not, else 0. */
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

/** @returns the rooms of each ordered folder, lowest first. A line is a room's name, spaces, and what happens there. */
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

/** The folder within a room such as `features/*` that holds `file`. */
function siblingOf(file, room) {
  return file.slice(room.length - 1).split("/")[0];
}

/** The longest listed path that holds `file`, or null. */
function roomOf(file, rooms) {
  const holding = rooms.filter((room) => file === room || file.startsWith(room.replace(/\/?\*?$/, "/")));
  return holding.sort((one, other) => other.length - one.length)[0] ?? null;
}
