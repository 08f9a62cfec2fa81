/** Address of the built file of a worker, as Vite gives it. */
declare module "*?worker&url" {
  const url: string;
  export default url;
}
