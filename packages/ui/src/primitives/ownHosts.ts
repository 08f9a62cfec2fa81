import { createContext } from "react";

/** Hosts of this site, with their port if it is not the usual one: links to them stay in the same tab. */
export const OwnHosts = createContext<readonly string[]>([]);
