type ImageErrorCode = "bad_request" | "not_found" | "bad_source";

const STATUSES: Record<ImageErrorCode, number> = { bad_request: 400, not_found: 404, bad_source: 502 };

/** An image that cannot be served; the message is for the author of its URL. */
export class ImageError extends Error {
  override name = "ImageError";
  readonly code: ImageErrorCode;

  constructor(code: ImageErrorCode, message: string) {
    super(message);
    this.code = code;
  }

  get statusCode(): number {
    return STATUSES[this.code];
  }
}
