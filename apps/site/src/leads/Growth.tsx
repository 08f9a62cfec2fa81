interface GrowthProps {
  rows: readonly { name: string; text: string }[];
  /** Whether the rows follow one another in time. */
  isOrdered?: boolean;
  headingLevel: 2 | 3;
}

/** Rows along a stem, a leaf at each: what is there, or what happens one after the other. */
export function Growth({ rows, isOrdered = false, headingLevel }: GrowthProps) {
  const List = isOrdered ? "ol" : "ul";
  const Heading = `h${headingLevel}` as const;
  return (
    <List className="border-accent border-l-2">
      {rows.map(({ name, text }, index) => (
        <li key={name} className="relative pb-8 pl-8 last:pb-0">
          <Leaf isLeft={index % 2 === 1} />
          <Heading className="font-display text-title">{name}</Heading>
          <p className="mt-1 max-w-prose text-pretty text-ink-muted">{text}</p>
        </li>
      ))}
    </List>
  );
}

function Leaf({ isLeft }: { isLeft: boolean }) {
  return (
    <svg
      viewBox="0 0 32 24"
      aria-hidden="true"
      className={`absolute top-1 -left-[17px] h-6 w-8 fill-accent ${isLeft ? "-scale-x-100" : ""}`}
    >
      <path d="M16 20c0-10 5-16 14-17c0 10-5 16-14 17Z" />
    </svg>
  );
}
