export * from "./console.ts";
export * from "./segment.ts";
