/** URL of a worker's built file, provided by Vite. */
declare module "*?worker&url" {
  const url: string;
  export default url;
}
