/** Downloads a file under a name. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Wait until the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
