export { Badge, type Tone } from "./primitives/Badge.tsx";
export { Button, ButtonLink } from "./primitives/Button.tsx";
export { SkipLink } from "./primitives/SkipLink.tsx";
