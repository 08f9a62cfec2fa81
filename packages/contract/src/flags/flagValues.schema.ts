import { Type } from "typebox";
import { BOOLEAN_FLAGS } from "./flags.ts";

const Text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const Switch = Type.Optional(Type.Boolean());
const Paths = Type.Optional(
  Type.Array(Type.String({ pattern: "^(/|\\*$)", maxLength: 500 }), { maxItems: 200 }),
);

/** The site banner as a flag value. Missing properties have their default values. */
export const SiteBannerSchema = Type.Object(
  {
    paths: Paths,
    excludedPaths: Paths,
    text: Text(300),
    badgeText: Text(40),
    link: Type.Optional(
      Type.Object({ href: Text(2000), children: Text(80) }, { additionalProperties: false }),
    ),
    iconStart: Text(40),
    iconEnd: Text(40),
    showOnMobile: Switch,
    isDarkMode: Switch,
    isHighContrast: Switch,
    fullyClickableUrl: Switch,
  },
  { additionalProperties: false },
);

/** Switches that differ from the defaults: the shape of `content/flags.json`. */
export const FlagFileSchema = Type.Object(Object.fromEntries(BOOLEAN_FLAGS.map((flag) => [flag, Switch])), {
  additionalProperties: false,
});
