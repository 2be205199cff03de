CREATE TABLE "report_mail" (
	"day" date PRIMARY KEY NOT NULL,
	"mailed" timestamp with time zone
);
