import { Type } from "typebox";
import { OneOf } from "../kernel/oneOf.ts";
import { ALL_CONSENT_GROUPS } from "./consent.ts";

const UUID = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";

/** The body of `POST /consent`: a `ConsentReceipt`. */
export const ConsentReceiptSchema = Type.Object(
  {
    receiptId: Type.String({ pattern: UUID }),
    decidedAt: Type.Integer({ minimum: 0, maximum: 8.64e15 }),
    textVersion: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    groups: Type.Array(OneOf(ALL_CONSENT_GROUPS), { minItems: 1, maxItems: 4 }),
    proof: Type.Optional(Type.String({ pattern: UUID })),
    anonymousId: Type.Optional(Type.String({ pattern: "^[\\w-]{8,64}$" })),
  },
  { additionalProperties: false },
);
