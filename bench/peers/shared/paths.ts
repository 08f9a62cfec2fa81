/** The pages that the frameworks build. */
export const PATHS = ["/", "/pricing"] as const;

export type PeerPath = (typeof PATHS)[number];
