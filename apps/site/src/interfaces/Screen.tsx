import { DEFAULT_LOCALE } from "@marquee/contract";
import { Picture } from "@marquee/ui";
import { useSite } from "../site/siteContext.tsx";

/** Pictures of live interfaces in `content/images/screens`, drawn by `npm run screens`, with their size in pixels. */
const SCREENS = {
  board: {
    width: 1600,
    height: 752,
    alt: "A board with three columns of cards, each with a label and a day",
  },
  gantt: {
    width: 1600,
    height: 1010,
    alt: "A Gantt chart with linked bars that lead to the day of the launch",
  },
} as const;

/** A picture of a live interface, for half of a wide page, on English pages: its text is English. Its frame says that its content is a sample. */
export function Screen({ of }: { of: keyof typeof SCREENS }) {
  const { locale } = useSite();
  if (locale !== DEFAULT_LOCALE) return null;
  return (
    <Picture
      source={`screens/${of}.png`}
      darkSource={`screens/${of}-dark.png`}
      {...SCREENS[of]}
      className="h-auto w-full rounded-lg border border-hairline bg-surface shadow-float"
    />
  );
}
