import { REPLAY_ID_LENGTH } from "./replays/replayId.ts";

/** Parameters of addresses may be as long as the longest that the server writes: a longer one is answered with 414. */
export const ROUTER_OPTIONS = { maxParamLength: REPLAY_ID_LENGTH };
