-- Enlarges a catalogue of made-up data sets: copies of its data sets, and everything that people leave behind around them.
-- Settings: large.made (data sets of fill-catalogue.ts), large.copies of each, large.people, large.rows (drafts and rows
-- of history for each upload).
-- References hold by construction. Checking each of them would take most of the time.
set session_replication_role = replica;

create temp table made as
select d.nr, k, d.nr + k * current_setting('large.made')::int as new_nr
from repository.data_sets d, generate_series(1, current_setting('large.copies')::int - 1) k
where d.nr > 4;

insert into repository.people (subject, name, email, roles, seen_at)
select 'contributor-' || i, 'Contributor ' || i, 'contributor-' || i || '@example.org', '{}', now() - i * interval '1 hour'
from generate_series(0, current_setting('large.people')::int - 1) i
on conflict do nothing;
insert into repository.people (subject, name, email, roles, seen_at)
select 'expert-' || i, 'Expert ' || i, 'expert-' || i || '@example.org', '{Experts}', now()
from generate_series(1, 40) i;
insert into repository.expert_profiles (expert, topics)
select 'expert-' || i, '{slj}' from generate_series(1, 40) i;
insert into identity.accounts (id, email, email_key, name, password_hash, roles)
select subject, subject || '@example.org', subject || '@example.org', name, '', roles
from repository.people where subject like 'contributor-%' or subject like 'expert-%';

insert into repository.data_sets
  (nr, upload, published_at, "row", metadata, postal_areas, "values", results, revision)
select m.new_nr, m.new_nr, d.published_at - m.k * interval '1 minute', jsonb_set(d."row", '{nr}', to_jsonb(m.new_nr)),
  d.metadata, d.postal_areas, d."values", d.results, d.revision + m.k
from made m join repository.data_sets d using (nr);
insert into repository.search_documents
select m.new_nr, d.revision + m.k, d.facets, d.areas, d.age_start, d.age_end, d.persons, d.title_en, d.title_de,
  d.published_at - m.k * interval '1 minute', d.title_words, d.words
from made m join repository.search_documents d using (nr);
update repository.search_state set revision = (select max(revision) from repository.search_documents);
insert into repository.harvest_entries
select m.new_nr, h.set, h.changed_at - m.k * interval '1 minute', false
from made m join repository.harvest_entries h using (nr);
insert into repository.dois
select m.new_nr, '10.5072/MT-' || m.new_nr, d.state, d.registrar, d.attributes, d.updated_at
from made m join repository.dois d on d.upload = m.nr;

-- Of uploads that are not published: a tenth in preparation, a fifth rejected, and what the board can have in hand.
create temp table more as
with total as (select count(*)::int as n, max(nr) as last from repository.data_sets)
select last + i as number,
  case when i <= least(500, n / 20) then (array['Submitted', 'Pending', 'ChangesRequested'])[1 + i % 3]
    when i % 3 = 0 then 'Uploaded' else 'Rejected' end as status
from total, generate_series(1, least(500, n / 20) + n * 3 / 10) i;

insert into repository.uploads (number, kind, owner, study, status, nr, created_at, submitted_at, decided_at)
select m.new_nr, u.kind, u.owner, m.new_nr, 'Accepted', m.new_nr, u.created_at, u.created_at, u.decided_at
from made m join repository.uploads u on u.number = m.nr
union all
select number, 'raw', '', number, status, null, now() - number * interval '1 minute',
  case when status = 'Rejected' then now() - (300 + number % 900) * interval '1 day'
    when status <> 'Uploaded' then now() - number % 20 * interval '1 day' end,
  case when status = 'Rejected' then now() - (280 + number % 900) * interval '1 day' end
from more;
update repository.uploads set owner = 'contributor-' || number % current_setting('large.people')::int where number > 4;
-- Somebody with a hundred of each, who can sign in.
update repository.uploads set owner = (select subject from repository.people where email = 'contributor@example.org')
where number > 4 and number % current_setting('large.people')::int = 7
  and exists (select from repository.people where email = 'contributor@example.org');
insert into repository.studies (id, owner, title, title_key, metadata, saved_at, saved_by)
select m.new_nr, '', s.title || ' ' || m.k, lower(s.title) || ' ' || m.k, d.metadata, u.created_at, null
from made m join repository.studies s on s.id = m.nr join repository.data_sets d on d.nr = m.nr
  join repository.uploads u on u.number = m.nr
union all
select number, '', 'Study ' || number, 'study ' || number, '[]', now(), null from more;
update repository.studies s set owner = u.owner, saved_by = u.owner, title_key = coalesce(s.title_key, lower(s.title)),
  metadata = case when s.metadata = '[]' then coalesce(d.metadata, s.metadata) else s.metadata end
from repository.uploads u left join repository.data_sets d on d.nr = u.nr
where u.study = s.id and u.number > 4;
insert into repository.dois (upload, doi, state, registrar, attributes, updated_at)
select number, '10.5072/MT-' || number, 'draft', 'local', '{}', now() from more where status not in ('Uploaded', 'Rejected');

create temp table every as
select u.*, row_number() over (order by u.number)::int as i, gen_random_uuid() as file
from repository.uploads u where u.number > 4;
analyze every;

-- Experts of the board, those who can sign in among them.
create temp table board as
select subject, row_number() over (order by subject)::int as i from repository.people
where 'Experts' = any(roles) or 'Chair' = any(roles);

insert into repository.files (id, upload, version, name, bytes, sha256, object_key, state, received_at)
select file, number, 1, 'file-' || number || '.csv', 20000, file::text, 'originals/' || file, 'ready', created_at from every;
insert into repository.source_tables
  (id, file, position, name, row_count, first_row, object_key, check_state, n, mapping_revision, checked_at, rules_version, mapped_by, mapped_at)
select number, file, 0, 'data', 300, 2, 'tables/' || file || '.parquet', 'ready', 300, 1, created_at, '1', owner, created_at from every;
insert into repository.source_columns (table_id, position, name, target_key, target_unit, summary)
select number, p, 'column ' || p, case p when 0 then 'id' when 1 then 'age' when 2 then 'sex' when 3 then 'slj' end, '', null
from every, generate_series(0, 19) p;
insert into repository.problem_groups (table_id, rule, column_position, can_override, count, parameters, cells)
select number, 'value-range', p, true, 3, '{}', '[]' from every, generate_series(0, 3) p;
insert into repository.problem_comments (table_id, rule, column_position, cell, value, comment, written_at)
select number, 'value-range', p, -1, '', 'Measured twice.', created_at from every, generate_series(0, 1) p;
insert into repository.published_tables (nr, position, name, row_count, object_key, sha256, columns, withheld)
select nr, 0, 'data', 300, 'published/' || file, file::text,
  '[{"key": "id", "unit": "", "source": "column 0"}, {"key": "slj", "unit": "cm", "source": "column 3"}]', '[]'
from every where nr is not null;
insert into repository.documents (upload, name, bytes, sha256, object_key, state, findings, received_at)
select number, 'readme.txt', 2000, file::text, 'originals/readme-' || file, 'ready', '[]', created_at from every where i % 2 = 0;
insert into repository.object_sums (key, sha256, bytes, checked_at, due_at)
select prefix || file || case prefix when 'tables/' then '.parquet' else '' end, file::text, 20000, now() - i % 7 * interval '1 day', now() + (1 + i % 7) * interval '1 day'
from every, unnest(array['originals/', 'originals/readme-', 'tables/', 'published/']) prefix
where (prefix <> 'published/' or nr is not null) and (prefix <> 'originals/readme-' or i % 2 = 0);

insert into repository.review_history (upload, at, act, actor, panel, expert, status_before, status_after, content)
select e.number, e.created_at + n * interval '1 hour',
  (array['submitted', 'took-panel', 'voted', 'wrote-note', 'voted', 'decided', 'version', 'sent-letter'])[1 + n % 8],
  case when n % 8 in (0, 6) then e.owner else b.subject end, 1 + n % 2, null, 'Submitted', 'Submitted', '{}'
from every e, generate_series(0, current_setting('large.rows')::int - 1) n
  join board b on true
where e.status <> 'Uploaded' and b.i = 1 + (e.number + n) % (select count(*)::int from board);
insert into repository.panel_seats (upload, panel, expert, since, accepted_at, due_at)
select e.number, p, b.subject, e.submitted_at, e.submitted_at, e.submitted_at + interval '30 days'
from every e, generate_series(1, 2) p join board b on true
where e.submitted_at is not null and b.i = 1 + (e.number + p) % (select count(*)::int from board);
insert into repository.votes (upload, panel, expert, rating, note, version, started_at, ended_at)
select s.upload, s.panel, s.expert, case u.status when 'Rejected' then 2 else 1 end, 'Fine.', 1, s.since, s.since + interval '5 days'
from repository.panel_seats s join repository.uploads u on u.number = s.upload
where u.number > 4 and (u.status in ('Accepted', 'Rejected') or u.status = 'Pending' and s.panel = 1);
insert into repository.panel_openings (upload, expert, opened_at) select upload, expert, since from repository.panel_seats where upload > 4;
insert into repository.asked_experts (upload, expert) select upload, expert from repository.panel_seats where upload > 4;
insert into repository.change_requests (upload, panel, expert, points, answers, requested_at, closed_at, before)
select upload, panel, expert, '{Which year?}', '{2019}', since, case when u.status <> 'ChangesRequested' then since end, '{}'
from repository.panel_seats s join repository.uploads u on u.number = s.upload
where u.number > 4 and s.panel = 1 and (u.status = 'ChangesRequested' or u.number % 5 = 0);
insert into repository.review_notes (upload, author, readers, text, at)
select upload, expert, 'board', 'A note.', since from repository.panel_seats where upload > 4 and upload % 2 = 0;
insert into repository.decision_letters (upload, text, version, sent_at)
select number, 'Dear colleague', 1, decided_at from every where status in ('Accepted', 'Rejected');

insert into repository.study_members (study, email, person, "right", invited_by, invited_at, expires_at, accepted_at)
select study, 'contributor-' || p || '@example.org', 'contributor-' || p, 'edit', owner, created_at, created_at + interval '14 days', created_at
from every cross join lateral (select (number * 13) % current_setting('large.people')::int as p) as partner
where status <> 'Rejected';
insert into repository.private_links (upload, label, hash, made_at, until)
select number, 'Reviewer', file::text, now(), '2027-12-31' from every where i % 20 = 0;
insert into repository.detached_comments
  (upload, table_name, column_name, target_key, target_unit, rule, cell, value, comment, written_at)
select number, 'data', 'column 3', 'slj', 'cm', 'value-range', -1, '', 'Measured twice.', created_at from every where i % 2 = 0;
insert into repository.templates (owner, kind, name, position, entries)
select subject, 'metadata', 'Template ' || n, n, '[]' from repository.people, generate_series(1, 3) n;
insert into repository.access_tokens (owner, label, hash, scopes, made_at, until)
select subject, 'script', 'hash-' || subject, '{}', now(), '2027-12-31' from repository.people where subject like 'contributor-%';
insert into repository.upload_parts (id, owner, kind, name, bytes, state, upload, touched_at)
select gen_random_uuid(), owner, 'raw', 'part.csv', 1000, 'received', number, now() - interval '1 day' from every where i % 100 = 0;
insert into repository.withdrawals (upload, reason, asked_reason, asked_at)
select number, case when i % 1000 = 0 then 'Consent was withdrawn.' end, case when i % 1000 = 500 and i < 5000 then 'Please.' end,
  case when i % 1000 = 500 and i < 5000 then now() end
from every where status = 'Accepted' and i % 500 = 0;
update repository.uploads set withdrawn_at = now() - interval '10 days'
where number in (select upload from repository.withdrawals where reason is not null);
update repository.dois set state = 'registered'
where upload in (select upload from repository.withdrawals where reason is not null);

insert into repository.download_sessions (id, subject, created_at, opened_at, purpose)
select gen_random_uuid(), 'contributor-' || i % current_setting('large.people')::int, now() - i % 900 * interval '1 day', now(), ''
from every e, generate_series(1, 2);
insert into repository.download_sessions (id, subject, created_at, opened_at, purpose)
select gen_random_uuid(), subject, now() - n * interval '1 day', now(), '' from repository.people, generate_series(1, 8) n
where subject not like '%-%' or email = 'contributor@example.org';
insert into repository.download_items (session, nr)
select distinct s.id, 5 + ((hashtext(s.id::text) & 1048575) * (n + 1)) % (select count(*)::int from repository.data_sets where nr > 4)
from repository.download_sessions s, generate_series(0, 4) n;
insert into repository.version_followers (owner, series, end_token, known_version)
select 'contributor-' || number % 100, number, file::text, 1 from every where status = 'Accepted' and i % 2 = 0;
insert into repository.saved_searches (id, owner, query, language, created_at, known_revision, end_token)
select gen_random_uuid(), subject, 'q=' || n, 'en', now(), (select revision from repository.search_state), subject || '/' || n
from repository.people, generate_series(1, 2) n;
insert into repository.kept_files (content_key, object_key, bytes, sha256, numbers, used_at)
select file::text, 'kept/' || file, 1000, file::text, array[nr], now() - i % 20 * interval '1 day'
from every where status = 'Accepted' and i % 10 = 0;
insert into repository.use_counts (nr, month, kind, method, uses, unique_uses)
select nr, to_char(now() - m * interval '1 month', 'YYYY-MM'), use, 'regular', 5, 3
from every, generate_series(0, 11) m, unnest(array['view', 'download']) use where nr is not null;
insert into repository.recent_uses (visitor, nr, kind, at, method, counted)
select file::text, nr, 'view', now() - i % 60 * interval '1 minute', 'regular', true from every where nr is not null and i % 5 = 0;

insert into web.sessions (id_hash, subject, sid, sealed, created_at, last_seen_at, ended_at)
select md5(i::text), 'contributor-' || i % current_setting('large.people')::int, md5(i::text || 'sid'), '', now() - interval '2 days',
  now() - i % 24 * interval '1 hour', now()
from every where i % 2 = 0;
insert into web.drafts (subject, form, object, window_id, state, version, entries, saved_after_session_end, saved_at)
select owner, (array['mapping', 'metadata', 'comments', 'answers'])[1 + n % 4], number || left(kind, 1), n::text,
  case when n < 4 then 'draft' when n % 3 = 0 then 'discarded' else 'saved' end, 1 + n, '[["title","A title"]]', false,
  now() - (i * 31 + n) % 20000 * interval '1 minute'
from every, generate_series(0, current_setting('large.rows')::int - 1) n;
insert into identity.artifacts (model, id, payload, account_id, grant_id, uid, expires_at)
select model, md5(i::text), '{}', 'contributor-' || i % current_setting('large.people')::int, md5(i::text || 'grant'), md5(i::text || 'uid'),
  now() + i % 14 * interval '1 day'
from every, unnest(array['Session', 'Grant', 'RefreshToken']) model where i % 2 = 0;
insert into identity.attempts (key, at)
select md5((i % 5000)::text), now() - i % 1400 * interval '1 minute' from every where i % 4 = 0;
insert into audit.acts (at, actor, act, account)
select now() - i * interval '1 minute', 'admin', 'locked', 'contributor-' || i % current_setting('large.people')::int
from every where i % 2 = 0;
insert into pgboss.job (name, data, state, retry_limit, created_on, completed_on, started_on)
select 'send-mail', jsonb_build_object('to', owner || '@example.org', 'subject', 'A', 'text', 'B'), 'completed', 5, now() - interval '2 hours', now() - i % 100 * interval '1 minute', now()
from every;
insert into pgboss.job (name, data, state, retry_limit, created_on, started_on)
select 'send-mail', jsonb_build_object('to', owner || '@example.org', 'subject', 'A', 'text', 'B'), 'failed', 5, now() - interval '2 hours', now()
from every where i % (1 + (select count(*) from every) / 130) = 0;
insert into pgboss.archive (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, start_after, expire_in, created_on, completed_on, keep_until)
select gen_random_uuid(), 'check-table', 0, jsonb_build_object('table', number), case when i % (1 + (select count(*) from every) / 130) = 1 then 'failed'::pgboss.job_state else 'completed' end, 2, 0, 0, false,
  now() - interval '1 day', interval '15 minutes', now() - interval '1 day', now() - interval '1 day', now() + interval '14 days'
from every;

select setval('repository.uploads_number_seq', (select max(number) from repository.uploads)),
  setval('repository.studies_id_seq', (select max(id) from repository.studies)),
  setval('repository.source_tables_id_seq', (select max(id) from repository.source_tables));
drop table made, more, every, board;
set session_replication_role = default;
