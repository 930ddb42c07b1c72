CREATE TABLE "repository"."part_pieces" (
	"part" uuid NOT NULL,
	"number" integer NOT NULL,
	"bytes" integer NOT NULL,
	"etag" text NOT NULL,
	CONSTRAINT "part_pieces_part_number_pk" PRIMARY KEY("part","number")
);
--> statement-breakpoint
CREATE TABLE "repository"."part_places" (
	"part" uuid PRIMARY KEY NOT NULL,
	"store_id" text,
	"writer" uuid NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"tail_key" text,
	"tail_bytes" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "repository"."part_pieces" ADD CONSTRAINT "part_pieces_part_part_places_part_fk" FOREIGN KEY ("part") REFERENCES "repository"."part_places"("part") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."part_places" ADD CONSTRAINT "part_places_part_upload_parts_id_fk" FOREIGN KEY ("part") REFERENCES "repository"."upload_parts"("id") ON DELETE cascade ON UPDATE no action;