/** Events in a date range, without bots and known customers. Needs the parameters of `dateRangeParams`. */
export const OF_PEOPLE = `
  bot = '' AND audience != 'customer'
  AND timestamp >= fromUnixTimestamp64Milli({from:Int64}) AND timestamp < fromUnixTimestamp64Milli({to:Int64})`;
