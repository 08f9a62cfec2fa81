export function currentBuild(): string;
