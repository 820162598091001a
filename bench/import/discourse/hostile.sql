-- Rows that imports, moderators, repairs and attacks leave in Discourse's tables.
insert into categories (id, name, slug, created_at, read_restricted, parent_category_id) values
  (1, 'Uncategorized', 'uncategorized', '2009-01-01', false, null), (3, 'Staff', 'staff', '2009-01-01', true, null),
  (900, 'Koło', 'kolo', '4000-01-01', false, 901), (901, 'Koło', 'kolo-2', '2009-01-01', false, 900),
  (902, '<script>alert(1)</script>', '', '2009-01-01', false, null), (903, '日本語', '903-category', '2009-01-01',
    false, 5);
insert into users (id, username, created_at, active, staged, suspended_till) values
  (-1, 'system', '2009-01-01', true, false, null), (9001, 'jan-kowalski', '4000-01-01', true, false, null),
  (9002, 'nieaktywny', '2015-01-01', false, false, null), (9003, 'z_poczty', '2015-01-01', false, true, null),
  (9004, 'zbanowany', '2015-01-01', true, false, '2999-01-01'), (9005, 'kiedys', '2015-01-01', true, false,
    '2016-01-01'),
  (9006, 'Łukasz.Ż', '2015-01-01', true, false, null), (9007, 'ab', '1970-01-01', true, false, null);
insert into user_emails (user_id, email, "primary") values (9001, 'osoba1@example.org', true),
  (9002, 'nieaktywny@example.org', true), (9003, 'nie-adres', true), (9004, 'OSOBA2@example.org', true);
insert into user_passwords (user_id, password_hash, password_salt, password_algorithm) values
  (9002, repeat('a', 64), repeat('b', 32), '$pbkdf2-sha256$i=600000,l=32$'), (9004, '', '', ''),
  (9006, 'x', 'y', '$argon2id$v=19$m=1,t=1,p=1$');
insert into topics (id, title, slug, category_id, user_id, created_at, deleted_at, visible) values
  (9001, 'Bez działu', '-', null, 1, '2020-01-01', null, true), (9002, 'W tajnym', 'w-tajnym', 3, 1, '2020-01-01',
    null, true),
  (9003, 'Skasowany', 'skasowany', 5, 1, '2020-01-01', '2020-01-02', true),
  (9004, 'Ukryty z list', 'ukryty-z-list', 5, 1, '2020-01-01', null, false),
  (9005, 'Bez pierwszego', 'bez-pierwszego', 5, 1, '2020-01-01', null, true),
  (9006, '<script>alert(1)</script> &amp; **x**', 'script-alert-1', 900, 999999, '4000-01-01', null, true),
  (9007, 'Ta', 'ta', 1, 1, '0001-01-01', null, true), (9008, 'Osobliwości', 'osobliwosci', 5, 1, '2020-01-01',
    null, true);
insert into posts (id, user_id, topic_id, post_number, raw, cooked, created_at, updated_at, reply_to_post_number,
  deleted_at,
  hidden, user_deleted, post_type) values
  (90001, 1, 9001, 1, 'x', '<p>x</p>', '2020-01-01', now(), null, null, false, false, 1),
  (90002, 1, 9002, 1, 'x', '<p>x</p>', '2020-01-01', now(), null, null, false, false, 1),
  (90003, 1, 9003, 1, 'x', '<p>x</p>', '2020-01-01', now(), null, null, false, false, 1),
  (90004, 1, 9004, 1, 'x', '<p>x</p>', '2020-01-01', now(), null, null, false, false, 1),
  (90005, 2, 9005, 2, 'Drugi bez pierwszego', '<p>Drugi bez pierwszego</p>', '2020-01-01', now(), 1, null, false,
    false, 1),
  (90006, null, 9006, 1, 'Nikogo', '<p>Nikogo</p>', '4000-01-01', now(), null, null, false, false, 1),
  (90007, 1, 9007, 1, '', '', '2020-01-01', now(), null, null, false, false, 1),
  (90008, 1, 9008, 1, 'Pierwszy', '<p>Pierwszy</p>', '2020-01-01', now(), null, null, false, false, 1),
  (90009, 2, 9008, 2, 'Ukryty', '<p>Ukryty</p>', '2020-01-01', now(), null, null, true, false, 1),
  (90010, 2, 9008, 3, '(usunięty przez autora)', '<p>(usunięty przez autora)</p>', '2020-01-01', now(), null, null,
    false, true, 1),
  (90011, 2, 9008, 7, 'Po przerwie w numerach', '<p>Po przerwie w numerach</p>', '2020-01-01', now(), 3, null,
    false, false, 1),
  (90012, 2, 9008, 8, '<script>alert(1)</script>',
    '<p><script>alert(1)</script><img src=x onerror="alert(1)"><b>gruby</b></p>',
    '2020-01-01', now(), 8, null, false, false, 1),
  (90013, 2, 9008, 9, 'x', '<p><a href="javascript:alert(1)">klik</a> <a href="data:text/html,x">d</a></p>',
    '2020-01-01', now(),
    10, null, false, false, 1),
  (90014, 2, 9008, 10, 'x', '<p>nie <b>zamknięte <i>znaczniki</b> koniec <blockquote><p>w środku', '2020-01-01',
    now(), 9, null,
    false, false, 1),
  (90015, 2, 9008, 11, 'x', repeat('<blockquote>', 300) || 'dno' || repeat('</blockquote>', 300), '2020-01-01',
    now(), null, null,
    false, false, 1),
  (90016, 2, 9008, 12, repeat('Bardzo długi tekst. ', 20000), '<p>' || repeat('Bardzo długi tekst. ',
    20000) || '</p>',
    '2020-01-01', now(), null, null, false, false, 1),
  (90017, 2, 9008, 13,
    'Nieupieczony **tekst**' || chr(10) || '[quote="Ola"]' || chr(10) || 'cytat' || chr(10) || '[/quote]', '',
    '2020-01-01', now(), null, null, false, false, 1),
  (90018, 2, 999999, 1, 'Wątku nie ma', '<p>Wątku nie ma</p>', '2020-01-01', now(), null, null, false, false, 1),
  (90019, 999999, 9008, 14, 'ZaĹĽĂłĹ‚Ä‡', '<p>ZaĹĽĂłĹ‚Ä‡ ' || chr(1) || chr(65533) || '</p>', '0001-01-01', now(),
    null, null, false,
    false, 1);
insert into post_actions (post_id, user_id, post_action_type_id, created_at) values (999999, 1, 2, '2020-01-01'),
  (90008, 999999, 2, '2020-01-01'), (90008, 2, 2, 'infinity');
insert into uploads (id, user_id, original_filename, filesize, url, sha1) values
  (-5, -1, 'logo.png', 1, '/images/logo.png', null), (901, 1, 'x.png', 1,
    '//bucket.s3.example.org/original/2X/a/' || repeat('a', 40) || '.png',
    repeat('a', 40)), (902, 1, '../../../etc/passwd', 1, '/../../etc/passwd', repeat('b', 40));
insert into upload_references (upload_id, target_type, target_id) values (901, 'Post', 90011), (902, 'Post', 90011),
  (-5, 'SiteSetting', 1), (901, 'Post', 999999);
insert into permalinks (url, topic_id, post_id, category_id, external_url, user_id) values
  ('stary/watek-1.html', 10, null, null, null, null), ('viewtopic.php?t=3', null, 12, null, null, null),
  ('forum/rowery', null, null, 5, null, null), ('czlonek/7', null, null, null, null, 1),
  ('gdzie-indziej', null, null, null, 'https://example.org/', null), ('donikad', 999999, null, null, null, null);
