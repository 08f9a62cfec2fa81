import { OWN_DATA_PATH } from "@marquee/contract";

const FILE_NAME = "my-data.json";

/**
 * Downloads what the server stores about this browser. The browser's cookies prove which data is its own.
 * @returns the result: `nothing` if nothing is stored or the browser cannot prove its ID. Never rejects.
 */
export async function downloadOwnData(): Promise<"done" | "nothing" | "tooMany" | "failed"> {
  try {
    const response = await fetch(OWN_DATA_PATH, { method: "POST" });
    if (response.status === 404) return "nothing";
    if (response.status === 429) return "tooMany";
    if (!response.ok) return "failed";
    save(await response.blob());
    return "done";
  } catch {
    return "failed";
  }
}

function save(file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = FILE_NAME;
  link.click();
  // The download has its own reference to the file once it has started.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
