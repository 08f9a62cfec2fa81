import { useId } from "react";
import { Link, useLocation } from "wouter";
import { itemStyles } from "./itemStyles.ts";
import { isWithin, SCREENS } from "./screens.ts";

/** The screens in their groups; the one that is shown is marked. @param onFollow told when one was chosen, be it the one that is shown. */
export function Navigation({ onFollow }: { onFollow: () => void }) {
  const [location] = useLocation();
  const id = useId();
  return (
    <nav aria-label="Screens" className="grid gap-4">
      {SCREENS.map(({ group, screens }) => (
        <div key={group}>
          <h2 id={`${id}-${group}`} className="px-2.5 pb-1 text-ink-muted text-xs">
            {group}
          </h2>
          <ul aria-labelledby={`${id}-${group}`} className="grid gap-0.5">
            {screens.map(({ href, label, Icon }) => (
              <li key={href}>
                <Link
                  href={href}
                  onClick={onFollow}
                  aria-current={isWithin(href, location) ? "page" : undefined}
                  className={`${itemStyles} aria-[current]:bg-accent-soft aria-[current]:text-accent-strong`}
                >
                  <Icon aria-hidden="true" className="size-4" />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
