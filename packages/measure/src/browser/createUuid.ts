/**
 * A random UUID, version 4. `crypto.randomUUID` exists only in secure contexts; on plain HTTP, the UUID comes from a blob URL
 * (https://w3c.github.io/FileAPI/#unicodeBlobURL).
 */
export function createUuid(): string {
  return crypto.randomUUID?.() ?? URL.createObjectURL(new Blob()).slice(-36);
}
