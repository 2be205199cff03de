CREATE TABLE "provider_state" (
	"provider" text NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"problem" text,
	"failures" integer NOT NULL,
	"users" text[] NOT NULL,
	"changed" timestamp with time zone NOT NULL,
	"since" timestamp with time zone,
	"until" timestamp with time zone,
	"pause" integer NOT NULL,
	CONSTRAINT "provider_state_provider_key_pk" PRIMARY KEY("provider","key")
);
