export function buildCore(): Promise<string>;
