import { localizePath } from "@marquee/contract";
import type { PageProps } from "../../app/page.types.ts";
import { Closing } from "../landing/Closing.tsx";
import type { PricingCopy } from "./PricingCopy.ts";

export function PricingClosing({ copy: { closing }, locale }: PageProps<PricingCopy>) {
  return (
    <Closing
      title={closing.title}
      text={closing.text}
      primary={{ label: closing.action, href: localizePath("/contact-sales", locale) }}
      secondary={{ label: closing.secondary, href: "#plans" }}
    />
  );
}
