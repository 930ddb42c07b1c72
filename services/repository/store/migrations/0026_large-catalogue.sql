CREATE INDEX "asked_experts_of_expert" ON "repository"."asked_experts" USING btree ("expert");--> statement-breakpoint
CREATE INDEX "change_requests_of_expert" ON "repository"."change_requests" USING btree ("expert");--> statement-breakpoint
CREATE INDEX "decision_letters_unsent" ON "repository"."decision_letters" USING btree ("upload") WHERE "repository"."decision_letters"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "panel_openings_of_expert" ON "repository"."panel_openings" USING btree ("expert");--> statement-breakpoint
CREATE INDEX "panel_seats_since" ON "repository"."panel_seats" USING btree ("since");--> statement-breakpoint
CREATE INDEX "review_history_of_actor" ON "repository"."review_history" USING btree ("actor");--> statement-breakpoint
CREATE INDEX "review_history_figures" ON "repository"."review_history" USING btree ("upload","id","act","actor","at","status_after") WHERE "repository"."review_history"."act" in ('submitted', 'reopened', 'voted', 'decided');--> statement-breakpoint
CREATE INDEX "review_notes_of_author" ON "repository"."review_notes" USING btree ("author");--> statement-breakpoint
CREATE INDEX "studies_owner" ON "repository"."studies" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "studies_metadata" ON "repository"."studies" USING gin ("metadata" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "uploads_study" ON "repository"."uploads" USING btree ("study");--> statement-breakpoint
CREATE INDEX "uploads_submitted" ON "repository"."uploads" USING btree ("submitted_at" DESC NULLS LAST,"number" DESC NULLS FIRST) WHERE "repository"."uploads"."deleted_at" is null and "repository"."uploads"."status" <> 'Uploaded';--> statement-breakpoint
CREATE INDEX "uploads_withdrawn" ON "repository"."uploads" USING btree ("number") WHERE "repository"."uploads"."withdrawn_at" is not null;--> statement-breakpoint
CREATE INDEX "votes_of_expert" ON "repository"."votes" USING btree ("expert");