"use client";
import { usePathname, useRouter } from "next/navigation";
import { SiteFrame } from "../../shared/SiteFrame.tsx";
import { useLinkNavigation } from "../../shared/useLinkNavigation.ts";

export function Frame({ children }) {
  const { push, prefetch } = useRouter();
  useLinkNavigation({ navigate: push, prefetch });
  return <SiteFrame path={usePathname()}>{children}</SiteFrame>;
}
