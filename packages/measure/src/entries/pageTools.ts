export { startPageTools } from "../pageTools/startPageTools.ts";
