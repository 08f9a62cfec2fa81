interface GrowthProps {
  rows: readonly { name: string; text: string }[];
  /** Whether the rows are sequential steps; renders an ordered list. */
  isOrdered?: boolean;
  headingLevel: 2 | 3;
}

/** A list or a sequence of steps, drawn along a stem with a leaf at each row. */
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
