import { bannerFor, type SiteBannerConfig } from "@marquee/contract";

/** Error messages by field, for each field that keeps the banner from showing. Empty if it would show. */
export type BannerProblems = Partial<Record<"text" | "label" | "href" | "paths" | "excludedPaths", string>>;

/** Props of each section of the banner form. */
export interface BannerFieldsProps {
  config: SiteBannerConfig;
  onChange: (change: Partial<SiteBannerConfig>) => void;
}

/** Validated fields: errors that block submission, and which of them are shown. */
export interface CheckedFieldsProps extends BannerFieldsProps {
  problems: BannerProblems;
  shown: BannerProblems;
}

/** Values with which every field is valid. */
const WHOLE = { text: "Text", link: { href: "/", children: "Label" }, paths: ["*"], excludedPaths: [] };

/** Checks each field on its own against the site's own rule, so that the console and the site always agree. */
export function findProblems(config: SiteBannerConfig): BannerProblems {
  const { text, link, paths, excludedPaths } = config;
  const shows = (change: Partial<SiteBannerConfig>) =>
    bannerFor({ ...config, ...WHOLE, ...change }, "/") !== null;
  const problems = {
    text: shows({ text }) ? undefined : "Enter the banner text.",
    label: shows({ link: { ...WHOLE.link, children: link.children } })
      ? undefined
      : "Enter a link label, such as “See plans”.",
    href: shows({ link: { ...WHOLE.link, href: link.href } })
      ? undefined
      : "Enter a path such as /pricing, or an address that starts with https://, mailto: or tel:.",
    paths: paths.length === 0 ? "Enter at least one path. Use * for every page." : pathProblem(paths),
    excludedPaths: pathProblem(excludedPaths),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}

function pathProblem(paths: readonly string[]): string | undefined {
  const wrong = paths.find((path) => !/^(?:\/|\*$)/.test(path));
  return (
    wrong &&
    `“${wrong}” is not a valid path. Start with /, end with * to match everything below, or enter a single *.`
  );
}
