interface MobileLinkProps {
  href: string;
  label: string;
  path: string;
}

/** A line of the mobile menu that leads straight to a page. */
export function MobileLink({ href, label, path }: MobileLinkProps) {
  return (
    <li>
      <a
        href={href}
        aria-current={href === path ? "page" : undefined}
        className="flex min-h-13 items-center font-medium aria-[current]:text-accent"
      >
        {label}
      </a>
    </li>
  );
}
