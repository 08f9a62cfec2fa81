/** A random UUID, version 4. `crypto.randomUUID` exists in secure contexts only; sites on plain http need the long way. */
export function createUuid(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const template = "10000000-1000-4000-8000-100000000000";
  return template.replace(/[018]/g, (digit) => {
    const random = crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
  });
}
