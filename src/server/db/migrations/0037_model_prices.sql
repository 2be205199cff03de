CREATE TABLE "model_price" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"price" integer NOT NULL,
	"starts" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"applied" timestamp with time zone,
	"withdrawn" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "model_price_price" CHECK ("model_price"."price" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "model_price_coming" ON "model_price" USING btree ("model","starts") WHERE "model_price"."applied" is null and "model_price"."withdrawn" is null;