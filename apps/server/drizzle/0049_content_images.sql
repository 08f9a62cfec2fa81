CREATE TABLE "content_images" (
  "hash" text PRIMARY KEY NOT NULL,
  "width" integer NOT NULL,
  "height" integer NOT NULL,
  "format" text NOT NULL,
  "bytes" integer NOT NULL,
  "uploaded_by" text NOT NULL,
  "used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_image_parts" (
  "image" text NOT NULL REFERENCES "content_images" ("hash") ON DELETE CASCADE,
  "part" integer NOT NULL,
  "body" bytea NOT NULL,
  PRIMARY KEY ("image", "part")
);
