CREATE TABLE "repository"."set_aside_comments" (
	"id" serial PRIMARY KEY NOT NULL,
	"upload" integer NOT NULL,
	"table_name" text NOT NULL,
	"column_name" text NOT NULL,
	"target_key" text NOT NULL,
	"target_unit" text NOT NULL,
	"rule" text NOT NULL,
	"cell" integer NOT NULL,
	"value" text NOT NULL,
	"comment" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "repository"."set_aside_comments" ADD CONSTRAINT "set_aside_comments_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "set_aside_comments_cell" ON "repository"."set_aside_comments" USING btree ("upload","table_name","column_name","target_key","target_unit","rule","cell");