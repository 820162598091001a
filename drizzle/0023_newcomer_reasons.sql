UPDATE "decision" SET "reason_code" = NULL FROM "queue_item"
WHERE "decision"."action" = 'held' AND "decision"."automatic" AND "decision"."reason_code" = 'other'
  AND "queue_item"."kind" = 'held' AND "queue_item"."held_by" = 'newcomer' AND "queue_item"."waiting_since" = "decision"."created_at"
  AND "queue_item"."thing" = CASE WHEN "decision"."comment_id" IS NULL THEN 'post:' || "decision"."post_id" ELSE 'comment:' || "decision"."comment_id" END;
