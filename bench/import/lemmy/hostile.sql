-- Rows that federation, moderators, repairs and attacks leave in Lemmy's tables.
insert into instance (domain) values ('obca.example.net') on conflict do nothing;
-- People of other instances, some with the names of people here, and people who are gone, banned or robots.
insert into person (id, name, actor_id, inbox_url, public_key, instance_id, local, published, deleted, banned,
  ban_expires,
  bot_account, bio)
select id, name, 'https://' || case when local then 'lemmy.example.org' else 'obca.example.net' end || '/u/' || name,
  'inbox' || id, '', (select id from instance where domain = case when local then 'lemmy.example.org'
    else 'obca.example.net' end), local, published::timestamptz, deleted, banned, expires::timestamptz, robot, bio
from (values
  (9001, 'ola_1', false, '2015-01-01', false, false, null, false, null),
  (9002, 'Jan_Kowalski', false, '4000-01-01', false, false, null, false, repeat('[b]', 300)),
  (9003, 'usuniety', true, '2015-01-01', true, false, null, false, null),
  (9004, 'zbanowany', true, '2015-01-01', false, true, null, false, 'x'),
  (9005, 'zbanowany_kiedys', true, '2015-01-01', false, true, '2016-01-01', false, null),
  (9006, 'zbanowany_dlugo', true, '2015-01-01', false, true, '2999-01-01', false, null),
  (9007, 'automat', true, '2015-01-01', false, false, null, true, 'Jestem automatem'),
  (9008, 'Жук', true, 'infinity', false, false, null, false, null),
  (9009, 'odrzucony', true, '2015-01-01', false, false, null, false, null),
  (9010, 'nieznany', false, '0001-01-01', false, true, null, false, null)
) as given (id, name, local, published, deleted, banned, expires, robot, bio);
insert into local_user (person_id, password_encrypted, email, accepted_application)
values (9004, '', 'osoba90@example.org', true), (9005, '', null, true), (9006, '', 'nie-adres', true),
  (9007, '', 'automat@example.org', true), (9008, '$2b$12$krotki', 'OSOBA1@example.org', true),
  (9009, '', 'odrzucony@example.org', false);
insert into mod_ban (mod_person_id, other_person_id, reason, banned, expires)
values (3, 9004, 'Reklamy <b>', true, null), (3, 9004, 'Reklamy, znowu', true, null), (3, 9006, null, true,
  '2999-01-01');
-- Communities of others, closed to guests, removed, and one with the name of another instance's.
insert into community (id, name, title, description, actor_id, inbox_url, followers_url, public_key, instance_id,
  local,
  removed, deleted, visibility, nsfw)
select id, name, title, repeat('Długi opis. ', 400), 'https://' || host || '/c/' || name, 'inboxc' || id,
  'followers' || id, '',
  (select i.id from instance i where i.domain = host), host = 'lemmy.example.org', removed, deleted,
  visibility::community_visibility, false
from (values
  (9001, 'warsztat', 'Warsztat obcych', 'obca.example.net', false, false, 'Public'),
  (9002, 'zamknieta', 'Tylko dla swoich', 'lemmy.example.org', false, false, 'LocalOnly'),
  (9003, 'usunieta', 'Usunięta', 'lemmy.example.org', true, false, 'Public'),
  (9004, 'skasowana', '<script>alert(1)</script>', 'lemmy.example.org', false, true, 'Public'),
  (9005, 'spolecznosc_ab', '', 'lemmy.example.org', false, false, 'Public'),
  (9006, 'zolw', 'Żółw "&amp;" <b>', 'lemmy.example.org', false, false, 'Public')
) as given (id, name, title, host, removed, deleted, visibility);
insert into post (id, name, url, body, creator_id, community_id, published, updated, nsfw, deleted, removed, local)
select id, name, url, body, creator, community, published::timestamptz, updated::timestamptz, nsfw, deleted,
  removed, true
from (values
  (9001, 'Wątek obcej społeczności', null, 'Obcy', 9001, 9001, '2020-01-01', null, false, false, false),
  (9002, 'Wątek zamkniętej', null, 'Tylko dla swoich', 2, 9002, '2020-01-01', null, false, false, false),
  (9003, 'Wątek usuniętej', null, 'x', 2, 9003, '2020-01-01', null, false, false, false),
  (9004, 'Usunięty', null, 'x', 2, 9006, '2020-01-01', null, false, true, false),
  (9005, 'Zdjęty', null, 'x', 2, 9006, '2020-01-01', null, false, false, true),
  (9006, 'Dla dorosłych w zwykłej', null, 'x', 2, 9006, '2020-01-01', null, true, false, false),
  (9007, 'Magnet', 'magnet:?xt=urn:btih:abc', null, 2, 9006, '2020-01-01', null, false, false, false),
  (9008, 'Bardzo długi', null, repeat('Bardzo długi tekst. ', 50000), 2, 9006, '2020-01-01', null, false, false,
    false),
  (9009, 'ab', null, '', 2, 9006, '0001-01-01', '4000-01-01', false, false, false),
  (9010, repeat('Tytuł bez końca ', 12), null, null, 9003, 9006, '4000-01-01', null, false, false, false),
  (9011, '<script>alert(1)</script> &amp; **x**', 'https://' || repeat('a', 1900), '<script>alert(1)</script>',
    9007, 9006,
    '1970-01-01', null, false, false, false),
  (9012, 'Odnośnik do siebie', 'https://lemmy.example.org/post/3', 'Zobacz', 2, 9006, '2020-01-01', null, false,
    false, false),
  (9013, 'Obraz obcych', 'https://obca.example.net/pictrs/image/xyz.webp', null, 9001, 9006, '2020-01-01', null,
    false, false,
    false)
) as given (id, name, url, body, creator, community, published, updated, nsfw, deleted, removed);
insert into comment (id, creator_id, post_id, content, path, published, deleted, removed)
select id, creator, post, content, path::ltree, published::timestamptz, deleted, removed
from (values
  (90001, 9001, 9001, 'Obcy komentarz', '0', '2020-01-02', false, false),
  (90002, 2, 9006, 'Pod wątkiem dla dorosłych', '0', '2020-01-02', false, false),
  (90003, 9002, 9012, 'Komentarz z innej instancji', '0', '4000-01-01', false, false),
  (90004, 2, 9012, 'Usunięty w środku', '0.90003', '2020-01-02', true, false),
  (90005, 3, 9012, 'Zdjęty pod nim', '0.90003.90004', '2020-01-02', false, true),
  (90006, 4, 9012, 'Pod dwoma usuniętymi', '0.90003.90004.90005', '0001-01-01', false, false),
  (90007, 9003, 9012, 'Komentarz skasowanego konta', '0', '2020-01-02', false, false),
  (90008, 2, 9012, 'ZaĹĽĂłĹ‚Ä‡ ' || chr(1) || chr(65533) || ' koniec', '0', '2020-01-02', false, false),
  (90009, 2, 9012, '<script>alert(1)</script><img src=x onerror="alert(1)"><b>gruby</b>', '0', '2020-01-02', false,
    false),
  (90010, 2, 9012, '[klik](javascript:alert(1)) ![x](javascript:alert(2)) [d](data:text/html,x)', '0',
    '2020-01-02', false,
    false),
  (90011, 2, 9012, '::: spoiler nie zamknięty' || chr(10) || 'do końca **x', '0', '2020-01-02', false, false),
  (90012, 2, 9012, repeat('> ', 15) || 'dno', '0', '2020-01-02', false, false),
  (90013, 2, 9012, repeat('> ', 300) || 'dno', '0', '2020-01-02', false, false),
  (90014, 2, 9012, '', '0', '2020-01-02', false, false),
  (90015, 2, 9012, repeat('a', 30000), '0', '2020-01-02', false, false),
  (90016, 2, 9012, repeat('~a~ ^b^ `c [^1] ', 2000), '0', '2020-01-02', false, false),
  (90017, 2, 9012,
    '[^1] i [^2]' || chr(10) || chr(10) || '[^2]: drugi' || chr(10) || chr(10) || '[^1]: pierwszy [^1]', '0',
    '2020-01-02', false, false),
  (90018, 2, 9012, repeat('[', 5000) || 'x' || repeat('](', 5000), '0', '2020-01-02', false, false)
) as given (id, creator, post, content, path, published, deleted, removed);
-- Every twentieth comment was taken away, and every hundredth person's are under an account that is gone.
update comment set deleted = true where id % 20 = 7 and id < 9000;
update comment set removed = true where id % 40 = 11 and id < 9000;
update post set removed = true where id % 30 = 12 and id < 9000;
insert into private_message (creator_id, recipient_id, content, deleted, published)
values (9003, 2, 'Od skasowanego', false, '2020-01-01'), (2, 3, 'Skasowana', true, '2020-01-01'),
  (9001, 2, 'Od obcego', false, 'infinity');
insert into local_image (local_user_id, pictrs_alias, pictrs_delete_token)
values (null, 'nieuzywany.png', ''), (null, '../../etc/passwd', '');
insert into comment_saved (comment_id, person_id) select id, 2 from comment where id % 50 = 0 and id < 9000;
insert into person_block (person_id, target_id) values (2, 3), (3, 9004);
insert into community_person_ban (community_id, person_id, expires) values (9006, 9004, null);
