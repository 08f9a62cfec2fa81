import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSIBLE = /\.(js|css|html|svg|json|txt)$/;

/**
 * Writes `file.br` and `file.gz` next to every text file below `dir`, with maximum compression.
 * @param {string} dir
 */
export async function precompress(dir) {
  const names = await readdir(dir, { recursive: true });
  await Promise.all(
    names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compressFile(join(dir, name))),
  );
}

async function compressFile(path) {
  const content = await readFile(path);
  const br = await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  await Promise.all([
    writeFile(`${path}.br`, br),
    writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 })),
  ]);
}
