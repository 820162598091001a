-- Rows that years of modules, repairs and attacks leave in an SMF's database.
alter table smf_messages modify body mediumtext not null;
set @b = 2;
set @t = 2;
set @p = (select max(id_msg) from smf_messages) + 100;
insert into smf_boards (id_board, id_cat, id_parent, name, description, member_groups, redirect)
  values (900, 1, 901, 'Koło', '', '-1,0', ''), (901, 1, 900, 'Koło', '&lt;b&gt;x', '-1,0', ''),
  (902, 1, 0, 'Odnośnik', '', '-1,0', 'https://example.org/'), (903, 1, 0, '', '', '-1,0', '');
insert into smf_members (id_member, member_name, real_name, passwd, email_address, posts, is_activated,
  date_registered,
    signature, buddy_list, ignore_boards)
  values (9001, 'Jan_Kowalski', 'Jan_Kowalski', sha1(concat('jan_kowalski', 'stare haslo')), 'osoba0@example.org',
    5, 1, 1, '', '', ''),
  (9002, 'jan-kowalski', 'Jan-Kowalski', '', 'OSOBA1@example.org', 5, 1, 4102444800, '', '', ''),
  (9003, 'img', '&lt;img src=x onerror=alert(1)&gt;', '', 'nie-adres', 1, 1, 0, repeat('[b]', 2000), '', ''),
  (9004, '日本語', '日本語', '', '', 1, 1, 1230000000, '', '', ''),
  (9005, repeat('Długa', 15), repeat('Długa', 20), '', 'a@b', 1, 1, 1230000000, '', '', ''),
  (9006, 'Nieczynny', 'Nieczynny', '', 'nieczynny@example.org', 0, 0, 1230000000, '', '', '');
insert into smf_messages (id_msg, id_topic, id_board, poster_time, id_member, subject, poster_name, body, approved)
  values (@p + 1, 999999, @b, 1300000000, 2, 'Odp', 'x', 'Wpis wątku, którego nie ma', 1),
  (@p + 2, @t, @b, 1300000001, 999999, 'Odp', 'Usunięty', 'Wpis nikogo', 1),
  (@p + 3, @t, @b, 0, 0, 'Odp', 'Gość &lt;b&gt;', 'Wpis gościa z roku 1970', 1),
  (@p + 4, @t, @b, 4102444800, 2, 'Odp', 'x', 'Wpis z przyszłości', 1),
  (@p + 5, @t, @b, 1300000005, 2, 'Odp', 'x', concat('ZaĹĽĂłĹ‚Ä‡ gÄ™Ĺ›lÄ…', char(0xEF, 0xBF, 0xBD using utf8mb4),
    char(1 using utf8mb4), ' koniec'), 1),
  (@p + 6, @t, @b, 1300000006, 2, 'Odp', 'x',
    '&lt;script&gt;alert(1)&lt;/script&gt;<b>gruby</b> [html]<i>x</i>[/html]', 1),
  (@p + 7, @t, @b, 1300000007, 2, 'Odp', 'x',
    '[url=javascript:alert(1)]klik[/url] [img]javascript:alert(2)[/img]', 1),
  (@p + 8, @t, @b, 1300000008, 2, 'Odp', 'x', '[b]nie [i]zamknięte[/b] znaczniki[/i] koniec', 1),
  (@p + 9, @t, @b, 1300000009, 2, 'Odp', 'x', concat(repeat('[quote]', 300), 'dno', repeat('[/quote]', 300)), 1),
  (@p + 10, @t, @b, 1300000010, 2, 'Odp', 'x', repeat('Dziesięć megabajtów tekstu. ', 350000), 1),
  (@p + 11, @t, @b, 1300000011, 2, 'Odp', 'x', '', 1),
  (@p + 12, @t, @b, 1300000012, 2, 'Odp', 'x', 'Nie zatwierdzony', 0),
  (@p + 15, @t, @b, 1300000015, 2, 'Odp', 'x', concat('[quote author=x link=msg=', @p + 16,
    ' date=1]przód[/quote]Cytuje późniejszy'), 1),
  (@p + 16, @t, @b, 1300000016, 2, 'Odp', 'x', concat('[quote author=x link=topic=', @t, '.msg', @p + 15, '#msg',
    @p + 15, ' date=1]tył[/quote]Cytuje wcześniejszy'), 1),
  (@p + 18, @t, @b, 1300000018, 2, 'Odp', 'x', repeat('a', 30000), 1),
  (@p + 30, 9001, @b, 1300000030, 2, '', 'x', 'Wątek bez tytułu', 1),
  (@p + 31, 9002, 999, 1300000031, 2, 'Bez działu', 'x', 'Wątek działu, którego nie ma', 1),
  (@p + 32, 9003, @b, 1300000032, 2, '&lt;script&gt; &amp;amp; &quot;cudzysłów&quot; *gwiazdki*', 'x',
    'Tytuł ze znakami', 1),
  (@p + 33, 9004, @b, 1300000033, 2, 'Pierwszy wpis gdzie indziej', 'x', 'Wpis wątku bez pierwszego', 1),
  (@p + 34, 9006, @b, 1300000034, 2, 'Nie zatwierdzony', 'x', 'Nie zatwierdzony wątek', 0);
insert into smf_topics (id_topic, id_board, id_first_msg, id_last_msg, id_member_started, locked, is_sticky,
  approved, id_redirect_topic)
  values (9001, @b, @p + 30, @p + 30, 2, 0, 0, 1, 0), (9002, 999, @p + 31, @p + 31, 2, 0, 0, 1, 0),
  (9003, @b, @p + 32, @p + 32, 2, 1, 1, 1, 0), (9004, @b, 1, @p + 33, 2, 0, 0, 1, 0),
  (9005, @b, 0, 999999, 2, 0, 0, 1, @t), (9006, @b, @p + 34, @p + 34, 2, 0, 0, 0, 0);
insert into smf_attachments (id_attach, id_msg, id_member, attachment_type, filename, file_hash, fileext)
  values (9001, 999999, 0, 0, 'x.png', 'brak', 'png'), (9002, 0, 0, 0, 'x.png', 'brak', 'png'),
  (9003, @p + 2, 0, 0, '../../../etc/passwd', '../../../etc/passwd', ''), (9004, 0, 999999, 1, 'avatar.png', '',
    'png');
insert into smf_user_likes (id_member, content_type, content_id, like_time) values (999999, 'msg', @p + 2,
  1300000000),
  (2, 'msg', 99999999, 1300000000), (3, 'msg', @p + 2, 0);
insert into smf_personal_messages (id_pm, id_member_from, from_name, msgtime, subject, body, deleted_by_sender)
  values (9001, 999999, 'Usunięty', 0, 'Od nikogo', 'Od nikogo', 0), (9002, 2, 'Jan', 1300000000, 'Do nikogo',
    'Do nikogo', 1);
insert into smf_pm_recipients (id_pm, id_member, deleted) values (9001, 2, 0), (9002, 999999, 0), (9003, 2, 0),
  (9002, 3, 1);
insert into smf_ban_groups (id_ban_group, name, ban_time, expire_time, cannot_access, reason, notes)
  values (901, 'Spam', 1300000000, null, 1, 'Spam &lt;b&gt;', ''), (902, 'Minęło', 1300000000, 1300600000, 1,
    'Minęło', '');
insert into smf_ban_items (id_ban, id_ban_group, hostname, email_address, id_member)
  values (901, 901, '', '', 10), (902, 902, '', '', 11), (903, 901, '', 'spam@example.org', 0), (904, 999, '', '',
    12),
  (905, 901, '', '', 999999);
-- Without the approval of posts, pages would show those that wait for it but not count them.
replace into smf_settings (variable, value) values ('postmod_active', '1');
-- Pages of a thread are counted by its number of answers.
update smf_topics t set num_replies = greatest(0, (select count(*) from smf_messages m
  where m.id_topic = t.id_topic and m.approved = 1) - 1);
-- Polls with more choices than ours have, of nobody, without choices, and votes of unknown members.
insert into smf_polls (id_poll, question, expire_time, id_member, poster_name, hide_results)
  values (9001, 'Który z nich?', 1300000092, 2, 'x', 0), (9002, 'Niczyja?', 0, 999999, 'x', 0),
  (9003, 'Bez odpowiedzi?', 0, 2, 'x', 0), (9004, '[b]Czas[/b] &lt;script&gt;?', 4102444800, 2, 'x', 2);
insert into smf_poll_choices (id_poll, id_choice, label, votes)
  select 9001, id_msg, concat('[b]Rower[/b] ', id_msg), id_msg from smf_messages where id_msg < 9;
insert into smf_poll_choices (id_poll, id_choice, label, votes)
  values (9004, 0, '[b]tak[/b] &amp;lt; :)', 7), (9004, 1, 'nie &quot;wcale&quot;', 0), (999999, 0, 'niczyja', 1);
insert into smf_log_polls (id_poll, id_member, id_choice)
  values (9001, 999999, 1), (9001, 2, 99), (999999, 2, 0), (9004, 2, 0), (9004, 2, 1);
update smf_topics set id_poll = 9001 where id_topic = 9003;
update smf_topics set id_poll = 9003 where id_topic = 9004;
update smf_topics set id_poll = 9004 where id_topic = 9001;
update smf_topics set id_poll = 999999 where id_topic = 9002;
