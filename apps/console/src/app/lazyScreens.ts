import { lazy } from "react";

/** Screens that are fetched when they are first opened, so that the console's first load stays small. */
export const Banner = lazy(async () => ({
  default: (await import("../features/banner/BannerScreen.tsx")).BannerScreen,
}));
export const Changes = lazy(async () => ({
  default: (await import("../features/changes/Changes.tsx")).Changes,
}));
export const FlagEditor = lazy(async () => ({
  default: (await import("../features/flags/FlagEditor.tsx")).FlagEditor,
}));
export const Flags = lazy(async () => ({ default: (await import("../features/flags/Flags.tsx")).Flags }));
export const Join = lazy(async () => ({ default: (await import("../features/join/Join.tsx")).Join }));
export const People = lazy(async () => ({ default: (await import("../features/people/People.tsx")).People }));
