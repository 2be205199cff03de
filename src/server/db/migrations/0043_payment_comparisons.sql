CREATE TABLE "payment_comparison" (
	"method" text NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"theirs" bigint NOT NULL,
	"their_payments" integer NOT NULL,
	"ours" bigint NOT NULL,
	"our_payments" integer NOT NULL,
	"differs" boolean NOT NULL,
	"differences" jsonb NOT NULL,
	"compared" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_comparison_method_day_currency_pk" PRIMARY KEY("method","day","currency")
);
