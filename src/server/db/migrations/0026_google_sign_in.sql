CREATE TABLE "google_attempt" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"is_popup" boolean NOT NULL,
	"redirect" text NOT NULL,
	"language" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"expires" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
ALTER TABLE "identity" ADD CONSTRAINT "identity_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "google_attempt_by_expires" ON "google_attempt" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "identity_by_user" ON "identity" USING btree ("user_id");