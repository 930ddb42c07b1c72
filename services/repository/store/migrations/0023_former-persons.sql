-- Acts stay as they are, but they may lose who did them when that person's account is deleted (store/forget-person.ts).
create or replace function repository.refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('repository.forgets_person', true) = 'on' then
    if (new.id, new.upload, new.at, new.act, new.panel, new.status_before, new.status_after)
      is not distinct from (old.id, old.upload, old.at, old.act, old.panel, old.status_before, old.status_after)
    then
      return new;
    end if;
  end if;
  raise exception 'The history of reviews is never changed.';
end $$;
