export * from "./catalog.ts";
export * from "./consent.ts";
export * from "./limits.ts";
export * from "./locales.ts";
export * from "./routes.ts";
export * from "./segment.types.ts";
export * from "./site.types.ts";
export * from "./time.ts";
