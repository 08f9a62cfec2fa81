CREATE TABLE "translation_marks" (
  "item" text NOT NULL,
  "pointer" text NOT NULL,
  "source" text NOT NULL,
  "text" text NOT NULL,
  "author" text NOT NULL,
  "at" timestamp with time zone NOT NULL,
  PRIMARY KEY ("item", "pointer")
);
