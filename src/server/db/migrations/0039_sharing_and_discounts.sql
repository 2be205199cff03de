CREATE TABLE "discount_batch" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discount_batch_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"note" text,
	"created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "discount_code" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"batch_id" integer,
	"code_hash" text NOT NULL,
	"percent_off" integer NOT NULL,
	"expires" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"referrer_id" uuid,
	"referrer_hash" text,
	"reward" integer,
	"order_id" uuid,
	"used_by" uuid,
	"used" timestamp with time zone,
	"rewarded" timestamp with time zone,
	"reward_lost" timestamp with time zone,
	"revoked" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discount_code_code_hash_unique" UNIQUE("code_hash"),
	CONSTRAINT "discount_code_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "discount_code_percent" CHECK ("discount_code"."percent_off" between 1 and 90),
	CONSTRAINT "discount_code_used" CHECK (("discount_code"."order_id" is null) = ("discount_code"."used" is null) and ("discount_code"."order_id" is null) = ("discount_code"."used_by" is null)),
	CONSTRAINT "discount_code_referrer" CHECK (("discount_code"."referrer_id" is null) = ("discount_code"."referrer_hash" is null) and ("discount_code"."referrer_id" is null) = ("discount_code"."reward" is null) and coalesce("discount_code"."reward", 1) > 0)
);
--> statement-breakpoint
CREATE TABLE "sharing_post" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sharing_post_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"event" text NOT NULL,
	"percent_off" integer NOT NULL,
	"reward_days" integer NOT NULL,
	"mailbox_hash" text NOT NULL,
	"link" text,
	"link_hash" text,
	"picture_id" uuid,
	"picture_hash" text,
	"language" text NOT NULL,
	"sent" timestamp with time zone NOT NULL,
	"reviewable" timestamp with time zone NOT NULL,
	"due" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text,
	"note" text,
	"reviewed" timestamp with time zone,
	"code_id" uuid,
	CONSTRAINT "sharing_post_state" CHECK (case "sharing_post"."state"
        when 'open' then "sharing_post"."reviewed" is null and "sharing_post"."code_id" is null and "sharing_post"."reason" is null
          and ("sharing_post"."link" is not null or "sharing_post"."picture_id" is not null)
        when 'accepted' then "sharing_post"."reviewed" is not null and "sharing_post"."code_id" is not null
        when 'refused' then "sharing_post"."reviewed" is not null and "sharing_post"."reason" is not null
        else false end)
);
--> statement-breakpoint
CREATE TABLE "sharing_reward" (
	"event" text NOT NULL,
	"mailbox_hash" text NOT NULL,
	"link_hash" text,
	"picture_hash" text,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sharing_reward_event_mailbox_hash_pk" PRIMARY KEY("event","mailbox_hash"),
	CONSTRAINT "sharing_reward_link_hash_unique" UNIQUE("link_hash"),
	CONSTRAINT "sharing_reward_picture_hash_unique" UNIQUE("picture_hash")
);
--> statement-breakpoint
ALTER TABLE "discount_code" ADD CONSTRAINT "discount_code_batch_id_discount_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."discount_batch"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_code" ADD CONSTRAINT "discount_code_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_code" ADD CONSTRAINT "discount_code_referrer_id_app_user_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_code" ADD CONSTRAINT "discount_code_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_code" ADD CONSTRAINT "discount_code_used_by_app_user_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sharing_post" ADD CONSTRAINT "sharing_post_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sharing_post" ADD CONSTRAINT "sharing_post_code_id_discount_code_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."discount_code"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "discount_code_of_batch" ON "discount_code" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "discount_code_by_user" ON "discount_code" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "discount_code_by_used" ON "discount_code" USING btree ("used_by");--> statement-breakpoint
CREATE INDEX "discount_code_by_referrer" ON "discount_code" USING btree ("referrer_id");--> statement-breakpoint
CREATE INDEX "discount_code_to_reward" ON "discount_code" USING btree ("order_id") WHERE "discount_code"."reward" is not null and "discount_code"."rewarded" is null and "discount_code"."reward_lost" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sharing_post_once" ON "sharing_post" USING btree ("event","mailbox_hash") WHERE "sharing_post"."state" <> 'refused';--> statement-breakpoint
CREATE INDEX "sharing_post_by_user" ON "sharing_post" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "sharing_post_to_review" ON "sharing_post" USING btree ("sent") WHERE "sharing_post"."state" = 'open';--> statement-breakpoint
-- The screenshot of a post that was reviewed, or goes with its sender's account: its file goes, too. A job does it.
CREATE FUNCTION remove_sharing_picture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO media_removal (key, due) VALUES ('sharing/' || OLD.picture_id, now())
  ON CONFLICT (key) DO UPDATE SET due = now();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sharing_picture_deleted AFTER DELETE ON sharing_post
  FOR EACH ROW WHEN (OLD.picture_id IS NOT NULL) EXECUTE FUNCTION remove_sharing_picture();
--> statement-breakpoint
CREATE TRIGGER sharing_picture_dropped AFTER UPDATE OF picture_id ON sharing_post
  FOR EACH ROW WHEN (OLD.picture_id IS NOT NULL AND OLD.picture_id IS DISTINCT FROM NEW.picture_id)
  EXECUTE FUNCTION remove_sharing_picture();
