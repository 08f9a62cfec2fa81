import type { ComponentType } from "react";
import type { PeerPath } from "../../../shared/paths.ts";
import { SiteProviders } from "../../../shared/SiteFrame.tsx";

/** An island has its own React root, so each one provides the contexts again. */
export function island<Props extends object>(Content: ComponentType<Props & { locale: "en" }>) {
  return function Island({ path, ...props }: Omit<Props, "locale"> & { path: PeerPath }) {
    return (
      <SiteProviders path={path}>
        <Content {...(props as unknown as Props)} locale="en" />
      </SiteProviders>
    );
  };
}
