-- Changes an author's karma and points after a vote: closes the entry of the voter's earlier vote and reverses it, and
-- enters the new one. A function of its own, since each of its statements sees what was committed while the vote's row
-- was waited for.
CREATE FUNCTION public.settle_vote(
  vote_cause text, target_id integer, voter_id integer, paid_id integer, reason_of_vote text, points_of_vote smallint,
  change integer, entered_at timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  earned integer := 0;
  closed public.points_entry;
BEGIN
  UPDATE public.points_entry SET is_open = false
    WHERE cause = vote_cause AND cause_id = target_id AND actor_id = voter_id AND is_open
    RETURNING * INTO closed;
  IF FOUND THEN
    INSERT INTO public.points_entry (user_id, reason, points, cause, cause_id, actor_id, is_open, created_at)
      VALUES (closed.user_id, closed.reason || '_reversed', -closed.points, vote_cause, target_id, voter_id, false,
        entered_at);
    earned := -closed.points;
  END IF;
  IF reason_of_vote IS NOT NULL THEN
    INSERT INTO public.points_entry (user_id, reason, points, cause, cause_id, actor_id, is_open, created_at)
      VALUES (paid_id, reason_of_vote, points_of_vote, vote_cause, target_id, voter_id, true, entered_at);
    earned := earned + points_of_vote;
  END IF;
  UPDATE public."user" SET karma = karma + change, wpoints = wpoints + earned WHERE id = paid_id;
END $$;
