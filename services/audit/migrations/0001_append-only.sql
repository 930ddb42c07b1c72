-- Rows are never removed. Of a row, only what it says of a person can be taken out, for somebody whose account is deleted.
CREATE FUNCTION "audit"."refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF NEW."before" IS NULL AND NEW."after" IS NULL
			AND to_jsonb(NEW) - 'before' - 'after' = to_jsonb(OLD) - 'before' - 'after' THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'audit.acts is append-only';
END $$;--> statement-breakpoint
CREATE TRIGGER "acts_append_only" BEFORE UPDATE OR DELETE ON "audit"."acts" FOR EACH ROW EXECUTE FUNCTION "audit"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "acts_not_emptied" BEFORE TRUNCATE ON "audit"."acts" FOR EACH STATEMENT EXECUTE FUNCTION "audit"."refuse_change"();
