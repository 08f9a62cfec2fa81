import { useId } from "react";
import { Link, useLocation } from "wouter";
import { itemStyles } from "./itemStyles.ts";
import { isWithin, SCREENS } from "./screens.ts";

/** The screens in their groups; the one that is shown is marked. @param onFollow told when one was chosen, be it the one that is shown. */
export function Navigation({ onFollow }: { onFollow: () => void }) {
  const [location] = useLocation();
  const id = useId();
  return (
    <nav aria-label="Screens" className="grid content-start gap-4 md:min-h-0 md:flex-1 md:overflow-y-auto">
      {SCREENS.map(({ group, screens }, place) => (
        <div key={group}>
          <h2 id={`${id}-${place}`} className="px-2.5 pb-1 text-ink-muted text-xs">
            {group}
          </h2>
          <ul aria-labelledby={`${id}-${place}`} className="grid gap-0.5">
            {screens.map(({ href, label, Icon }) => {
              const isCurrent = isWithin(href, location);
              return (
                <li key={href} ref={isCurrent ? scrollIntoSight : null}>
                  <Link
                    href={href}
                    onClick={onFollow}
                    aria-current={isCurrent ? "page" : undefined}
                    className={`${itemStyles} aria-[current]:bg-accent-soft aria-[current]:text-accent-strong`}
                  >
                    <Icon aria-hidden="true" className="size-4" />
                    {label}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** For the `ref` of what has become current. */
function scrollIntoSight(element: Element | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
