import { TREND_STEPS } from "@marquee/contract/schema";

export const IS_WITHIN = "timestamp >= fromUnixTimestamp64Milli({from:Int64})";

/** Which of the span's equal parts an event lies in, as a row of zeros with a one. Summed for each part, it is the trend. */
export const TREND_PART = `arrayMap(part -> toUInt32(part = intDiv(
  (toUnixTimestamp64Milli(timestamp) - {from:Int64}) * ${TREND_STEPS}, {to:Int64} - {from:Int64})), range(${TREND_STEPS}))`;
