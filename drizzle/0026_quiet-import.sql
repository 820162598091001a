-- What a former forum brings is no event for hooks: an import sets `watek.is_import` in its transactions.
CREATE OR REPLACE FUNCTION public.add_hook_event(happened text, thing text, subject integer, home integer)
  RETURNS void LANGUAGE plpgsql AS $$
begin
  if current_setting('watek.is_import', true) = 'on' then
    return;
  end if;
  insert into public.hook_delivery (hook_id, event, thing, subject_id, category_id)
  select hook.id, happened, add_hook_event.thing, subject, home from public.hook
  where hook.is_enabled and happened = any (hook.events) and (hook.category_id is null or hook.category_id = home);
  if found then
    perform graphile_worker.add_job('send_hooks', payload := '{}'::json, max_attempts := 12);
  end if;
end $$;
