export { Banner } from "./banner/Banner.tsx";
export type { Align, Side } from "./overlay/placeTip.ts";
export { Tooltip, type TooltipTheme } from "./overlay/Tooltip.tsx";
export { Anchor } from "./primitives/Anchor.tsx";
export { Badge, type Tone } from "./primitives/Badge.tsx";
export { Button } from "./primitives/Button.tsx";
export { ButtonLink } from "./primitives/ButtonLink.tsx";
export { OwnHosts } from "./primitives/ownHosts.ts";
export { SkipLink } from "./primitives/SkipLink.tsx";
