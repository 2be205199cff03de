CREATE TABLE "support_request" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reference" text NOT NULL,
	"user_id" uuid,
	"tier" text NOT NULL,
	"email" text NOT NULL,
	"topic" text NOT NULL,
	"about" text,
	"message" text NOT NULL,
	"language" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"mailed" timestamp with time zone,
	"closed" timestamp with time zone,
	CONSTRAINT "support_request_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
ALTER TABLE "support_request" ADD CONSTRAINT "support_request_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_request_unmailed" ON "support_request" USING btree ("created") WHERE "support_request"."mailed" is null;--> statement-breakpoint
CREATE INDEX "support_request_open" ON "support_request" USING btree ("created") WHERE "support_request"."closed" is null;--> statement-breakpoint
CREATE INDEX "support_request_by_created" ON "support_request" USING btree ("created");--> statement-breakpoint
CREATE INDEX "support_request_by_user" ON "support_request" USING btree ("user_id") WHERE "support_request"."user_id" is not null;