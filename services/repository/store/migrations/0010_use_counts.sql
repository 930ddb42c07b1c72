CREATE TABLE "repository"."recent_uses" (
	"visitor" text NOT NULL,
	"nr" integer NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"method" text NOT NULL,
	"counted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "recent_uses_visitor_nr_kind_at_pk" PRIMARY KEY("visitor","nr","kind","at")
);
--> statement-breakpoint
CREATE TABLE "repository"."use_counts" (
	"nr" integer NOT NULL,
	"month" text NOT NULL,
	"kind" text NOT NULL,
	"method" text NOT NULL,
	"uses" integer NOT NULL,
	"unique_uses" integer NOT NULL,
	CONSTRAINT "use_counts_nr_month_kind_method_pk" PRIMARY KEY("nr","month","kind","method")
);
--> statement-breakpoint
ALTER TABLE "repository"."installation" ADD COLUMN "counts_uses_since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "recent_uses_at" ON "repository"."recent_uses" USING btree ("at");