/** A row's ID in a path; 0, which no row has, if it is invalid. */
export function pathId(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}
