export * from "./consent.ts";
export * from "./console.ts";
export * from "./content.ts";
export * from "./flags.ts";
export * from "./leads.ts";
export * from "./metrics.ts";
export * from "./richText.ts";
export * from "./segment.ts";
