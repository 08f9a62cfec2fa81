CREATE TABLE "totp_secrets" (
  "account_id" uuid PRIMARY KEY NOT NULL REFERENCES "accounts" ("id") ON DELETE CASCADE,
  "secret" text NOT NULL,
  "created_at" timestamp with time zone NOT NULL,
  "confirmed_at" timestamp with time zone,
  "last_step" bigint
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
  "account_id" uuid NOT NULL REFERENCES "accounts" ("id") ON DELETE CASCADE,
  "digest" text NOT NULL,
  CONSTRAINT "recovery_codes_pk" PRIMARY KEY("account_id", "digest")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
  "id" text PRIMARY KEY NOT NULL,
  "account_id" uuid NOT NULL REFERENCES "accounts" ("id") ON DELETE CASCADE,
  "public_key" bytea NOT NULL,
  "counter" bigint NOT NULL,
  "transports" text[] NOT NULL,
  "name" text NOT NULL,
  "created_at" timestamp with time zone NOT NULL,
  "last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "passkeys_account_id" ON "passkeys" ("account_id");
--> statement-breakpoint
CREATE TABLE "sign_in_challenges" (
  "id" text PRIMARY KEY NOT NULL,
  "purpose" text NOT NULL CHECK ("purpose" IN ('second_step', 'passkey', 'passkey_registration')),
  "account_id" uuid REFERENCES "accounts" ("id") ON DELETE CASCADE,
  "challenge" text,
  "expires_at" timestamp with time zone NOT NULL
);
