CREATE TABLE "repository"."norm_cells" (
	"contribution" text NOT NULL,
	"key" text NOT NULL,
	"cells" "bytea" NOT NULL,
	"points" jsonb NOT NULL,
	CONSTRAINT "norm_cells_contribution_key_pk" PRIMARY KEY("contribution","key")
);
--> statement-breakpoint
CREATE TABLE "repository"."norm_contributions" (
	"id" text PRIMARY KEY NOT NULL,
	"nr" integer NOT NULL,
	"place" serial NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repository"."norm_curves" (
	"version" text NOT NULL,
	"key" text NOT NULL,
	"summary" jsonb,
	"curves" jsonb,
	CONSTRAINT "norm_curves_version_key_pk" PRIMARY KEY("version","key")
);
--> statement-breakpoint
CREATE TABLE "repository"."norm_memberships" (
	"contribution" text NOT NULL,
	"since" integer NOT NULL,
	"until" integer,
	CONSTRAINT "norm_memberships_contribution_since_pk" PRIMARY KEY("contribution","since")
);
--> statement-breakpoint
CREATE TABLE "repository"."norm_versions" (
	"id" text PRIMARY KEY NOT NULL,
	"place" serial NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"data_sets" integer NOT NULL,
	CONSTRAINT "norm_versions_place_unique" UNIQUE("place")
);
--> statement-breakpoint
ALTER TABLE "repository"."norm_cells" ADD CONSTRAINT "norm_cells_contribution_norm_contributions_id_fk" FOREIGN KEY ("contribution") REFERENCES "repository"."norm_contributions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."norm_contributions" ADD CONSTRAINT "norm_contributions_nr_data_sets_nr_fk" FOREIGN KEY ("nr") REFERENCES "repository"."data_sets"("nr") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."norm_curves" ADD CONSTRAINT "norm_curves_version_norm_versions_id_fk" FOREIGN KEY ("version") REFERENCES "repository"."norm_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."norm_memberships" ADD CONSTRAINT "norm_memberships_contribution_norm_contributions_id_fk" FOREIGN KEY ("contribution") REFERENCES "repository"."norm_contributions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "norm_cells_key" ON "repository"."norm_cells" USING btree ("key");--> statement-breakpoint
CREATE INDEX "norm_contributions_nr" ON "repository"."norm_contributions" USING btree ("nr");--> statement-breakpoint
CREATE INDEX "norm_curves_key" ON "repository"."norm_curves" USING btree ("key");