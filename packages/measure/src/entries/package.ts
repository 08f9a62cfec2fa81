export type { MarqueeApi } from "../boot/exposeApi.ts";
export { connect } from "../snippet/connect.ts";
