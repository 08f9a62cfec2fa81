import { createHmac } from "node:crypto";
import { type LeadRecord, type Milliseconds, ONE_SECOND, type Timestamp } from "@marquee/contract";
import { errorMessage } from "../../errors/errorMessage.ts";
import type { LeadRow } from "../leadStore.ts";

/** The webhook that receives leads, and the secret that signs them. */
export interface WebhookTarget {
  url: string;
  secret: string;
}

const TIMEOUT: Milliseconds = 10 * ONE_SECOND;

/**
 * Posts one lead as JSON. Headers: `marquee-delivery` (the lead's ID, because a delivery may repeat) and `marquee-signature`,
 * `t=<seconds>,v1=<hex HMAC-SHA256 of "<seconds>.<body>">`.
 * @returns null for a 2xx response, else the error message.
 */
export async function deliver(
  lead: LeadRow,
  { url, secret }: WebhookTarget,
  { now, signal }: { now: Timestamp; signal: AbortSignal },
): Promise<string | null> {
  const body = JSON.stringify(toRecord(lead));
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "marquee-delivery": lead.id,
        "marquee-signature": sign(body, secret, now),
      },
      body,
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    });
    await response.body?.cancel();
    return response.ok ? null : `Answered ${response.status}.`;
  } catch (error) {
    return errorMessage(error);
  }
}

function sign(body: string, secret: string, now: Timestamp): string {
  const seconds = Math.floor(now / ONE_SECOND);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}

function toRecord(lead: LeadRow): LeadRecord {
  const { id, formId, kind, email, companySize, message, name, locale, pagePath, location } = lead;
  const { attribution, route, meetingUrl, createdAt } = lead;
  return {
    id,
    formId,
    kind,
    email,
    companySize,
    message,
    name,
    locale,
    pagePath,
    location,
    attribution,
    route,
    meetingUrl,
    createdAt: createdAt.toISOString(),
  };
}
