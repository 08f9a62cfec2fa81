export { exposeApi } from "../boot/exposeApi.ts";
