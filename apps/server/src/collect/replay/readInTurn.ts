import pLimit from "p-limit";

/** Runs what reads a segment, of whichever client: one is read piece by piece, but a piece of it may be large, so few are read at once. */
export const readInTurn = pLimit(2);
