import "../../../../../apps/site/src/fonts.css";
import "../../../../../apps/site/src/styles.css";
import {
  createRootRoute,
  HeadContent,
  Outlet,
  Scripts,
  useLocation,
  useRouter,
} from "@tanstack/react-router";
import { useCallback } from "react";
import type { PeerPath } from "../../../shared/paths.ts";
import { SiteFrame } from "../../../shared/SiteFrame.tsx";
import { useLinkNavigation } from "../../../shared/useLinkNavigation.ts";

export const Route = createRootRoute({
  head: () => ({
    meta: [{ charSet: "utf-8" }, { name: "viewport", content: "width=device-width, initial-scale=1" }],
    links: [{ rel: "icon", href: "data:," }],
  }),
  component: Root,
});

function Root() {
  const router = useRouter();
  useLinkNavigation({
    navigate: useCallback((to: PeerPath) => void router.navigate({ to }), [router]),
    prefetch: useCallback((to: PeerPath) => void router.preloadRoute({ to }), [router]),
  });
  const path = useLocation({ select: ({ pathname }) => pathname as PeerPath });
  return (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        <SiteFrame path={path}>
          <Outlet />
        </SiteFrame>
        <Scripts />
      </body>
    </html>
  );
}
