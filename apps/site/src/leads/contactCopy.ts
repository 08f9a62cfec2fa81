import type english from "../../../../content/copy/en/contact-sales.json";

export type ContactCopy = typeof english;
