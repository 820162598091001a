-- Rows that years of modules, repairs, earlier versions and attacks leave in a phpBB's database.
set sql_mode = '';
set @f = 2;
set @t = (select min(topic_id) from phpbb_topics where topic_id > 1);
set @last = (select max(post_id) from phpbb_posts);
set @p = @last + 100;
update phpbb_forums set forum_name = 'Powitania', forum_desc = '<t>Przedstaw się</t>' where forum_id = 2;
update phpbb_forums set forum_name = 'Klub' where forum_id = 1;
update phpbb_topics set topic_title = 'Witajcie' where topic_id = 1;
update phpbb_posts set post_text = '<t>Witajcie na forum rowerowym.</t>', post_subject = 'Witajcie' where post_id = 1;
-- Sections that contain each other, and links.
insert into phpbb_forums (forum_id, parent_id, left_id, right_id, forum_type, forum_name, forum_desc, forum_parents,
  forum_rules, forum_link)
  values (900, 901, 900, 903, 1, 'Koło', '', '', '', ''),
  (901, 900, 901, 902, 1, 'Koło', '<t>&lt;b&gt;x</t>', '', '', ''),
  (902, 0, 904, 905, 2, 'Odnośnik', '', '', '', 'https://example.org/'), (903, 0, 906, 907, 1, '', '', '', '', ''),
  (904, 0, 908, 909, 1, '&lt;script&gt;alert(1)&lt;/script&gt;',
    '<r>Opis z <B><s>[b]</s>grubym<e>[/b]</e></B> &amp; [nawiasem]</r>', '', '', '');
insert into phpbb_users (user_id, user_type, group_id, username, username_clean, user_password, user_email, user_posts,
  user_regdate, user_lang, user_sig, user_permissions)
  values
  (9001, 0, 2, 'Jan_Kowalski', 'jan_kowalski', md5('stare haslo'), 'osoba0@example.org', 5, 1, 'pl', '', ''),
  (9002, 0, 2, 'Jan-Kowalski', 'jan-kowalski', '', 'OSOBA1@example.org', 5, 4102444800, '', '', ''),
  (9003, 0, 2, '&lt;img src=x onerror=alert(1)&gt;', 'img', 'x', 'nie-adres', 1, 0, '', repeat('[b]', 2000), ''),
  (9004, 0, 2, '日本語', '日本語', '', '', 1, 1230000000, '', '', ''),
  (9005, 0, 2, repeat('Długa', 20), 'dluga', '', 'a@b', 1, 1230000000, '', '', ''),
  (9006, 1, 2, 'Nieczynny', 'nieczynny', '', 'nieczynny@example.org', 0, 1230000000, '', '', ''),
  (9007, 0, 2, '&#1046;uk', 'zuk', '', 'zuk@example.org', 1, 1230000000, '', '', ''),
  (9008, 1, 2, 'Nieczynny z wpisami', 'nieczynny z wpisami', '', 'nz@example.org', 3, 1230000000, 'pl', '', '');
insert into phpbb_posts (post_id, topic_id, forum_id, poster_id, post_username, post_time, post_subject, post_text,
  bbcode_uid, bbcode_bitfield, post_visibility)
  values
  (@p + 1, 999999, @f, 2, '', 1300000000, 'Re:', '<t>Wpis wątku, którego nie ma</t>', '', '', 1),
  (@p + 2, @t, @f, 999999, '', 1300000001, 'Re:', '<t>Wpis nikogo</t>', '', '', 1),
  (@p + 3, 9003, @f, 1, 'Gość &lt;b&gt;', 0, 'Re:', '<t>Wpis gościa z roku 1970</t>', '', '', 1),
  (@p + 4, 9003, @f, 2, '', 4102444800, 'Re:', '<t>Wpis z przyszłości</t>', '', '', 1),
  (@p + 5, @t, @f, 2, '', 1300000005, 'Re:', concat('<t>ZaĹĽĂłĹ‚Ä‡ gÄ™Ĺ›lÄ…', char(0xEF, 0xBF, 0xBD using utf8mb4),
    ' koniec</t>'), '', '', 1),
  (@p + 6, @t, @f, 2, '', 1300000006, 'Re:',
    '<t>&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror="alert(1)"&gt;&lt;b&gt;gruby&lt;/b&gt;</t>', '', '',
    1),
  (@p + 7, @t, @f, 2, '', 1300000007, 'Re:',
    '<t>[url=javascript:alert(1)]klik[/url] [img]javascript:alert(2)[/img] [url=data:text/html,x]d[/url]</t>', '', '',
    1),
  (@p + 8, @t, @f, 2, '', 1300000008, 'Re:', '<r><B><s>[b]</s>nie zamknięte w XML', '', '', 1),
  (@p + 9, @t, @f, 2, '', 1300000009, 'Re:', concat('<r>', repeat('<QUOTE><s>[quote]</s>', 300), 'dno',
    repeat('<e>[/quote]</e></QUOTE>', 300), '</r>'), '', '', 1),
  (@p + 10, @t, @f, 2, '', 1300000010, 'Re:', concat('<t>', repeat('Dziesięć megabajtów tekstu. ', 350000), '</t>'), '',
    '',
    1),
  (@p + 11, @t, @f, 2, '', 1300000011, 'Re:', '', '', '', 1),
  (@p + 12, @t, @f, 2, '', 1300000012, 'Re:', '<t>Nie zatwierdzony</t>', '', '', 0),
  (@p + 13, @t, @f, 2, '', 1300000013, 'Re:', '<t>Usunięty</t>', '', '', 2),
  (@p + 14, @t, @f, 2, '', 1300000014, 'Re:', '<t>Do ponownego sprawdzenia</t>', '', '', 3),
  (@p + 15, @t, @f, 2, '', 1300000015, 'Re:', concat(
    '<r><QUOTE author="x" post_id="', @p + 16, '"><s>[quote=x post_id=', @p + 16, ']</s>przód<e>[/quote]</e></QUOTE>',
    '\nCytuje późniejszy</r>'), '', '', 1),
  (@p + 16, @t, @f, 2, '', 1300000016, 'Re:', concat(
    '<r><QUOTE author="x" post_id="', @p + 15, '"><s>[quote=x post_id=', @p + 15, ']</s>tył<e>[/quote]</e></QUOTE>',
    '\nCytuje wcześniejszy</r>'), '', '', 1),
  (@p + 17, @t, @f, 2, '', 1300000017, 'Re:',
    '<r><QUOTE author="x" post_id="99999999"><s>[quote=x post_id=99999999]</s>nikt<e>[/quote]</e></QUOTE>\nNikt</r>',
    '', '', 1),
  (@p + 18, @t, @f, 2, '', 1300000018, 'Re:', concat('<t>', repeat('a', 30000), '</t>'), '', '', 1),
  -- Texts that earlier versions stored, as an update from 3.0 or 3.1 leaves them.
  (@p + 19, @t, @f, 2, '', 1300000019, 'Re:', concat('[quote=&quot;Zażółć&quot;:1a2b3c4d]Stary <!-- s:) -->',
    '<img src="{SMILIES_PATH}/icon_e_smile.gif" alt=":)" title="Smile" /><!-- s:) --> cytat[/quote:1a2b3c4d]\n',
    '[b:1a2b3c4d]Gruby[/b:1a2b3c4d], [i:1a2b3c4d]pochyły &amp; inny[/i:1a2b3c4d]'), '1a2b3c4d', '4A==', 1),
  (@p + 20, @t, @f, 2, '', 1300000020, 'Re:', concat('[list=1:1a2b3c4d][*:1a2b3c4d]raz[/*:m:1a2b3c4d]',
    '[*:1a2b3c4d]dwa[/*:m:1a2b3c4d][/list:o:1a2b3c4d]\n[code:1a2b3c4d]a &lt; b[/code:1a2b3c4d]'), '1a2b3c4d',
    'AMA=', 1),
  (@p + 21, @t, @f, 2, '', 1300000021, 'Re:', concat(
    'Tu: <!-- m --><a class="postlink" ',
    'href="https://example.org/rower?a=1&amp;b=2">https://example.org/rower?a=1&amp;b=2</a>',
    '<!-- m -->, <!-- e --><a href="mailto:ala@example.org">ala@example.org</a><!-- e --> i ',
    '[url=https&#58;//example&#46;org/x:1a2b3c4d]tam[/url:1a2b3c4d].\nDruga linia'), '1a2b3c4d', 'EA==', 1),
  (@p + 22, @t, @f, 2, '', 1300000022, 'Re:', concat('Stary &lt;b&gt; tekst bez znaczników, <!-- l -->',
    '<a class="postlink-local" ',
    'href="http://127.0.0.1:8453/viewtopic.php?f=2&amp;t=3">viewtopic.php?f=2&amp;t=3</a><!-- l -->'),
    '', '', 1),
  (@p + 30, 9001, @f, 2, '', 1300000030, '', '<t>Wątek bez tytułu</t>', '', '', 1),
  (@p + 31, 9002, 999, 2, '', 1300000031, 'Bez działu', '<t>Wątek działu, którego nie ma</t>', '', '', 1),
  (@p + 32, 9003, @f, 2, '', 1300000032, 'Znaki', '<t>Tytuł z &lt;script&gt; i &amp;amp;</t>', '', '', 1),
  (@p + 33, 9004, @f, 2, '', 1300000033, 'Gdzie indziej', '<t>Wpis wątku bez pierwszego</t>', '', '', 1),
  (@p + 34, 9006, @f, 2, '', 1300000034, 'Usunięty', '<t>Usunięty wątek</t>', '', '', 2),
  (@p + 35, 9007, 900, 2, '', 1300000035, 'W kole', '<t>Wątek w kole</t>', '', '', 1),
  (@p + 36, 9008, 1, 2, '', 1300000036, 'W nagłówku', '<t>Wątek w dziale bez wątków</t>', '', '', 1);
insert into phpbb_topics (topic_id, forum_id, topic_title, topic_poster, topic_time, topic_status, topic_type,
  topic_first_post_id, topic_last_post_id, topic_last_post_time, topic_first_poster_name, topic_moved_id,
  topic_visibility, topic_posts_approved)
  values
  (9001, @f, '', 2, 1300000030, 0, 0, @p + 30, @p + 30, 1300000030, 'x', 0, 1, 1),
  (9002, 999, 'Bez działu', 2, 1300000031, 0, 0, @p + 31, @p + 31, 1300000031, 'x', 0, 1, 1),
  (9003, @f, '&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp; &quot;cudzysłów&quot; *gwiazdki*', 2, 1300000032, 1, 1,
    @p + 32, @p + 32, 1300000032, 'x', 0, 1, 1),
  (9004, @f, 'Pierwszy wpis gdzie indziej', 2, 1300000033, 0, 0, 1, @p + 33, 1300000033, 'x', 0, 1, 1),
  (9005, @f, 'Przeniesiony donikąd', 2, 1300000034, 2, 0, 0, 0, 1300000034, 'x', 999999, 1, 1),
  (9006, @f, 'Usunięty', 2, 1300000034, 0, 0, @p + 34, @p + 34, 1300000034, 'x', 0, 2, 0),
  (9007, 900, 'W kole', 2, 1300000035, 0, 0, @p + 35, @p + 35, 1300000035, 'x', 0, 1, 1),
  (9008, 1, 'W nagłówku', 2, 1300000036, 0, 0, @p + 36, @p + 36, 1300000036, 'x', 0, 1, 1),
  (9009, @f, 'Bez wpisów', 2, 1300000037, 0, 0, 0, 0, 1300000037, 'x', 0, 1, 0);
-- Pages are counted from either end of a thread, so that its number of posts has to be right.
update phpbb_topics set topic_posts_approved = (select count(*) from phpbb_posts
  where phpbb_posts.topic_id = phpbb_topics.topic_id and post_visibility = 1);
-- Votes in polls, and a poll with more options than ours have.
update phpbb_poll_options set poll_option_total = poll_option_id + 2;
update phpbb_topics set poll_title = '<t>Który z nich?</t>', poll_start = 1300000032, poll_max_options = 1
  where topic_id = 9003;
insert into phpbb_poll_options (poll_option_id, topic_id, poll_option_text, poll_option_total)
  select post_id, 9003, concat('<r>Rower <B><s>[b]</s>', post_id, '<e>[/b]</e></B></r>'), post_id from phpbb_posts
  where post_id < 9;
insert into phpbb_attachments (attach_id, post_msg_id, topic_id, in_message, poster_id, is_orphan, physical_filename,
  real_filename, attach_comment, extension, mimetype)
  values (9001, 999999, 999999, 0, 2, 0, 'brak', 'x.png', '', 'png', 'image/png'),
  (9002, 0, 0, 0, 2, 1, 'brak2', 'porzucony.png', '', 'png', 'image/png'),
  (9003, 1, 1, 0, 2, 0, '../../../etc/passwd', '../../../etc/passwd', '', 'png', 'image/png'),
  (9004, 1, 0, 1, 2, 0, 'wiadomosc', 'z wiadomości.png', '', 'png', 'image/png');
insert into phpbb_privmsgs (msg_id, author_id, message_subject, message_text, message_time)
  values (9001, 2, 'Nikogo', '<t>Nikogo</t>', 1300000000), (9002, 999999, 'Od nikogo', '<t>Od nikogo</t>', 0);
insert into phpbb_privmsgs_to (msg_id, user_id, author_id, folder_id, pm_deleted)
  values (9001, 999999, 2, 0, 0), (9002, 60, 999999, 0, 0), (9002, 60, 999999, 0, 0), (9003, 60, 2, 0, 0),
  (9001, 61, 2, 0, 1);
insert into phpbb_banlist (ban_userid, ban_email, ban_start, ban_end, ban_exclude, ban_reason, ban_give_reason)
  values (65, '', 1300000000, 0, 0, '', 'Jeszcze raz'), (65, '', 1300000000, 0, 0, 'Jeszcze raz', ''),
  (999999, '', 1300000000, 0, 0, 'Nikt', ''), (66, '', 1300000000, 0, 1, 'Wyjątek', '');
