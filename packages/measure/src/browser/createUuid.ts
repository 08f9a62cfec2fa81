/**
 * A random UUID, version 4. `crypto.randomUUID` exists in secure contexts only; on plain http the name of an object's address is one
 * (https://w3c.github.io/FileAPI/#unicodeBlobURL).
 */
export function createUuid(): string {
  return crypto.randomUUID?.() ?? URL.createObjectURL(new Blob()).slice(-36);
}
