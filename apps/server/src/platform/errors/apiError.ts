/** Error codes of the console's requests; `message` is for the person at the screen. */
export type ApiErrorCode =
  | "bad_request"
  | "unauthorized"
  | "forbidden"
  | "two_factor_required"
  | "proof_required"
  | "not_found"
  | "conflict"
  | "confirmation_required"
  | "gone"
  | "unsupported"
  | "too_many_requests"
  | "unavailable";

const STATUSES: Record<ApiErrorCode, number> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  two_factor_required: 403,
  proof_required: 403,
  not_found: 404,
  conflict: 409,
  confirmation_required: 422,
  gone: 410,
  unsupported: 415,
  too_many_requests: 429,
  unavailable: 503,
};

export class ApiError extends Error {
  override name = "ApiError";
  readonly code: ApiErrorCode;
  /** Whole seconds after which a retry may succeed; null if unknown. */
  readonly retryAfter: number | null;

  constructor(code: ApiErrorCode, message: string, retryAfter: number | null = null) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }

  get statusCode(): number {
    return STATUSES[this.code];
  }
}
