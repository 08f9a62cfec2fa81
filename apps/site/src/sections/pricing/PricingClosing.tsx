import brand from "../../../../../content/brand.json";
import type { PageProps } from "../../app/page.types.ts";
import { Closing } from "../landing/Closing.tsx";
import type { PricingCopy } from "./PricingCopy.ts";

export function PricingClosing({ copy: { closing } }: PageProps<PricingCopy>) {
  return (
    <Closing
      title={closing.title}
      text={closing.text}
      primary={{ label: closing.action, href: `mailto:${brand.salesEmail}` }}
      secondary={{ label: closing.secondary, href: "#plans" }}
    />
  );
}
