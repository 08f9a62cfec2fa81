export { connect, type Marquee } from "../snippet/connect.ts";
