-- Addresses are compared without invisible characters from here on. An account keeps its key if another one has the new key.
UPDATE "identity"."accounts" AS "account" SET "email_key" = "changed"."visible" FROM (
  SELECT DISTINCT ON ("visible") "id", "visible" FROM (
    SELECT "id", "created_at", "email_key", regexp_replace(
      "email_key",
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]',
      '', 'g'
    ) AS "visible" FROM "identity"."accounts"
  ) AS "keys" WHERE "visible" <> "email_key" ORDER BY "visible", "created_at"
) AS "changed" WHERE "account"."id" = "changed"."id"
AND NOT EXISTS (SELECT 1 FROM "identity"."accounts" AS "other" WHERE "other"."email_key" = "changed"."visible");
