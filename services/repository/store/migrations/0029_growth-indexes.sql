CREATE INDEX "files_object" ON "repository"."files" USING btree ("object_key");--> statement-breakpoint
CREATE INDEX "files_name_trigrams" ON "repository"."files" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "problem_groups_object" ON "repository"."problem_groups" USING btree ("object_key") WHERE "repository"."problem_groups"."object_key" is not null;--> statement-breakpoint
CREATE INDEX "published_tables_object" ON "repository"."published_tables" USING btree ("object_key");--> statement-breakpoint
CREATE INDEX "review_history_of_expert" ON "repository"."review_history" USING btree ("expert") WHERE "repository"."review_history"."expert" is not null;--> statement-breakpoint
CREATE INDEX "source_columns_target" ON "repository"."source_columns" USING btree ("target_key" text_pattern_ops,"table_id") WHERE "repository"."source_columns"."target_key" is not null;--> statement-breakpoint
CREATE INDEX "source_tables_object" ON "repository"."source_tables" USING btree ("object_key");--> statement-breakpoint
CREATE INDEX "source_tables_mapped_by" ON "repository"."source_tables" USING btree ("mapped_by");--> statement-breakpoint
CREATE INDEX "source_tables_commented_by" ON "repository"."source_tables" USING btree ("commented_by");--> statement-breakpoint
CREATE INDEX "studies_saved_by" ON "repository"."studies" USING btree ("saved_by");--> statement-breakpoint
CREATE INDEX "studies_title_trigrams" ON "repository"."studies" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "studies_named_marks" ON "repository"."studies" USING gin ("named_marks");--> statement-breakpoint
CREATE INDEX "studies_unread" ON "repository"."studies" USING btree ("id") WHERE "repository"."studies"."named_marks_of" is distinct from md5(jsonb_path_query_array("repository"."studies"."metadata", '$[*] ? (@.id < 5)')::text || "repository"."studies"."formerly_named"::text);