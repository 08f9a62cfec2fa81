import type { Json } from "@marquee/contract";

/** The initial content of a new page, by template ID. Title and description are set separately. */
const PAGE_TEMPLATES: Readonly<Record<string, string>> = {
  empty: "Write the page here.\n",
  article: `Say in two sentences what this is about, and for whom.

# The problem

What happened, and why it matters.

# What to do

1. First step
2. Second step

> [!TIP]
> One thing that is worth remembering.

# Next

<a href="/pricing" data-icon-link="more">See plans</a>
`,
  change: `Say in one or two sentences what is different now.

# How to use it

1. First step
2. Second step

# What stays as it was

Text.
`,
  template: `Say in two sentences which work this plans, and for whom.

# What’s in it

| column | what goes there |
| --- | --- |
| To do | … |
| In progress | … |
| Done | … |

# How to start

1. First step
2. Second step

> [!TIP]
> One thing that is worth changing first.
`,
  integration: `Say in two sentences what this connects, and who needs it.

# What it syncs

<ul data-icon-list="checklist">

- What goes where

</ul>

# Set it up

1. Open …
2. Choose …

# Limits

What it does not do, and how much of it there can be.
`,
  help: `Say in one sentence what readers can do after they have read this.

# Before you start

<ul data-icon-list="checklist">

- What they need

</ul>

# Steps

1. Open …
2. Choose …

# If it does not work

| you see | do this |
| --- | --- |
| An error | Try again |
`,
  policy: `Say in one sentence what this policy covers, and from when.

# What we do

Text.

# What you can ask for

Text.

# Contact

Who answers, and how soon.
`,
};

/** A new page. The description is required, so it starts as the title. */
export function pageFrom(
  template: string,
  { title, path }: { title: string; path: string },
): Record<string, Json> | null {
  const markdown = Object.hasOwn(PAGE_TEMPLATES, template) ? PAGE_TEMPLATES[template] : undefined;
  return markdown === undefined ? null : { title, description: title, path, markdown };
}
