-- Rows that years of modules, repairs and attacks leave in a MyBB's database.
alter table mybb_posts modify message mediumtext not null;
set @f = (select min(fid) from mybb_forums where type = 'f' and fid > 2);
set @t = (select min(tid) from mybb_threads);
set @last = (select max(pid) from mybb_posts);
set @p = @last + 100;
-- Sections that contain each other, and links.
insert into mybb_forums (fid, name, description, type, pid, parentlist, linkto, active, rules)
  values (900, 'Koło', '', 'f', 901, '901,900', '', 1, ''), (901, 'Koło', '<b>x</b>', 'f', 900, '900,901', '', 1, ''),
  (902, 'Odnośnik', '', 'f', 1, '1,902', 'https://example.org/', 1, ''),
  (903, '', '', 'f', 1, '1,903', '', 1, ''), (904, '<script>alert(1)</script>', '', 'f', 1, '1,904', '', 1, '');
insert into mybb_users (uid, username, password, salt, email, postnum, usergroup, regdate, language, signature,
  buddylist,
    ignorelist, pmfolders, notepad, usernotes)
  values
  (9001, 'Jan_Kowalski', md5(concat(md5('s@lt'), md5('stare haslo'))), 's@lt', 'osoba0@example.org', 5, 2, 1, '',
    '', '', '', '', '', ''),
  (9002, 'Jan-Kowalski', '', '', 'OSOBA1@example.org', 5, 2, 4102444800, '', '', '', '', '', '', ''),
  (9003, '<img src=x onerror=alert(1)>', '', '', 'nie-adres', 1, 2, 0, '', repeat('[b]', 2000), '', '', '', '', ''),
  (9004, '日本語', '', '', '', 1, 2, 1230000000, '', '', '', '', '', '', ''),
  (9005, repeat('Długa', 20), '', '', 'a@b', 1, 2, 1230000000, '', '', '', '', '', '', ''),
  (9006, 'Nieczynny', '', '', 'nieczynny@example.org', 0, 5, 1230000000, '', '', '', '', '', '', ''),
  (9007, '&#1046;uk', '', '', 'zuk@example.org', 1, 2, 1230000000, '', '', '', '', '', '', '');
insert into mybb_posts (pid, tid, replyto, fid, subject, uid, username, dateline, message, ipaddress, visible)
  values
  (@p + 1, 999999, 0, @f, 'RE:', 2, 'x', 1300000000, 'Wpis wątku, którego nie ma', '', 1),
  (@p + 2, @t, @p + 3, @f, 'RE:', 999999, 'Usunięty', 1300000001, 'Wpis nikogo', '', 1),
  (@p + 3, @t, @p + 2, @f, 'RE:', 0, 'Gość <b>', 0, 'Wpis gościa z roku 1970', '', 1),
  (@p + 4, @t, @p + 4, @f, 'RE:', 2, 'x', 4102444800, 'Wpis z przyszłości', '', 1),
  (@p + 5, @t, 0, @f, 'RE:', 2, 'x', 1300000005, concat('ZaĹĽĂłĹ‚Ä‡ gÄ™Ĺ›lÄ…', char(0xEF, 0xBF,
    0xBD using utf8mb4), char(1 using utf8mb4), ' koniec'), '', 1),
  (@p + 6, @t, 0, @f, 'RE:', 2, 'x', 1300000006,
    '<script>alert(1)</script><img src=x onerror="alert(1)"><b>gruby</b>', '', 1),
  (@p + 7, @t, 0, @f, 'RE:', 2, 'x', 1300000007,
    '[url=javascript:alert(1)]klik[/url] [img]javascript:alert(2)[/img] [url=data:text/html,x]d[/url]', '', 1),
  (@p + 8, @t, 0, @f, 'RE:', 2, 'x', 1300000008,
    '[b]nie [i]zamknięte[/b] znaczniki[/i] [list][*]jeden [quote] koniec', '', 1),
  (@p + 9, @t, 0, @f, 'RE:', 2, 'x', 1300000009, concat(repeat('[quote]', 300), 'dno', repeat('[/quote]', 300)),
    '', 1),
  (@p + 10, @t, 0, @f, 'RE:', 2, 'x', 1300000010, repeat('Dziesięć megabajtów tekstu. ', 350000), '', 1),
  (@p + 11, @t, 0, @f, 'RE:', 2, 'x', 1300000011, '', '', 1),
  (@p + 12, @t, 0, @f, 'RE:', 2, 'x', 1300000012, 'Nie zatwierdzony', '', 0),
  (@p + 13, @t, 0, @f, 'RE:', 2, 'x', 1300000013, 'Usunięty', '', -1),
  (@p + 14, @t, 0, @f, 'RE:', 2, 'x', 1300000014, 'Szkic', '', -2),
  (@p + 15, @t, 0, @f, 'RE:', 2, 'x', 1300000015, concat('[quote=\'x\' pid=\'', @p + 16,
    '\' dateline=\'1\']przód[/quote]\nCytuje późniejszy'), '', 1),
  (@p + 16, @t, 0, @f, 'RE:', 2, 'x', 1300000016, concat('[quote=\'x\' pid=\'', @p + 15,
    '\' dateline=\'1\']tył[/quote]\nCytuje wcześniejszy'), '', 1),
  (@p + 17, @t, 0, @f, 'RE:', 2, 'x', 1300000017,
    '[quote="x" pid="99999999" dateline="1"]nieznany[/quote]\nCytuje nieznany', '', 1),
  (@p + 18, @t, 0, @f, 'RE:', 2, 'x', 1300000018, repeat('a', 30000), '', 1),
  (@p + 30, 9001, 0, @f, '', 2, 'x', 1300000030, 'Wątek bez tytułu', '', 1),
  (@p + 31, 9002, 0, 999, 'Bez działu', 2, 'x', 1300000031, 'Wątek działu, którego nie ma', '', 1),
  (@p + 32, 9003, 0, @f, 'Znaki', 2, 'x', 1300000032, 'Tytuł z <script> i &amp;', '', 1),
  (@p + 33, 9004, 0, @f, 'Pierwszy wpis gdzie indziej', 2, 'x', 1300000033, 'Wpis wątku bez pierwszego', '', 1),
  (@p + 34, 9006, 0, @f, 'Usunięty', 2, 'x', 1300000034, 'Usunięty wątek', '', -1),
  (@p + 35, 9007, 0, 900, 'W kole', 2, 'x', 1300000035, 'Wątek w kole', '', 1);
insert into mybb_threads (tid, fid, subject, uid, username, dateline, firstpost, lastpost, lastposter, closed,
  sticky, visible, notes)
  values
  (9001, @f, '', 2, 'x', 1300000030, @p + 30, 1300000030, 'x', '', 0, 1, ''),
  (9002, 999, 'Bez działu', 2, 'x', 1300000031, @p + 31, 1300000031, 'x', '', 0, 1, ''),
  (9003, @f, '<script>alert(1)</script> &amp; "cudzysłów" *gwiazdki*', 2, 'x', 1300000032, @p + 32, 1300000032,
    'x', '1', 1, 1, ''),
  (9004, @f, 'Pierwszy wpis gdzie indziej', 2, 'x', 1300000033, 1, 1300000033, 'x', '', 0, 1, ''),
  (9005, @f, 'Przeniesiony', 2, 'x', 1300000034, 0, 1300000034, 'x', concat('moved|', @t), 0, 1, ''),
  (9006, @f, 'Usunięty', 2, 'x', 1300000034, @p + 34, 1300000034, 'x', '', 0, -1, ''),
  (9007, 900, 'W kole', 2, 'x', 1300000035, @p + 35, 1300000035, 'x', '', 0, 1, '');
insert into mybb_attachments (pid, posthash, uid, filename, filetype, attachname, visible, thumbnail)
  values (999999, '', 2, 'x.png', 'image/png', 'brak.attach', 1, ''), (0, 'porzucony', 2, 'x.png', 'image/png',
    'brak.attach', 1, ''),
  (1, '', 2, '../../../etc/passwd', 'image/png', '../../../etc/passwd', 1, '');
insert into mybb_privatemessages (uid, toid, fromid, recipients, folder, subject, message, dateline, ipaddress)
  values (999999, 2, 3, '', 1, 'Nikogo', 'Nikogo', 1300000000, ''), (2, 0, 2, 'a:0:{}', 2, 'Do wielu', 'Do wielu',
    0, '');
insert into mybb_banned (uid, gid, admin, dateline, bantime, lifted, reason, oldadditionalgroups)
  values (10, 7, 1, 1300000000, '---', 0, 'Spam <b>', ''), (11, 7, 1, 1300000000, '7-0-0', 1300600000, 'Minęło', ''),
  (10, 7, 1, 1300000000, '---', 0, 'Jeszcze raz', ''), (999999, 7, 1, 1300000000, '---', 0, 'Nikt', '');
-- Polls with more options than ours have, of nobody, without options, and with impossible counts and votes.
insert into mybb_polls (pid, tid, question, dateline, options, votes, numoptions, numvotes, timeout, closed, multiple,
  public, maxoptions)
  values (9001, 9003, 'Który z nich?', 1300000032,
    concat_ws('||~|~||', '[b]Rower[/b] 1', 'Rower 2', '<i>Rower 3</i>', 'Rower 4', 'Rower 5', 'Rower 6', 'Rower 7',
      'Rower 8'), '1||~|~||2||~|~||3||~|~||4||~|~||5||~|~||6||~|~||7||~|~||8', 8, 36, 0, 0, 0, 0, 0),
  (9002, 999999, 'Niczyja?', 1300000032, 'tak||~|~||nie', '1||~|~||1', 2, 2, 0, 0, 0, 0, 0),
  (9003, 9004, 'Bez odpowiedzi?', 0, '', '', 0, 0, 0, 0, 0, 0, 0),
  (9004, 9001, '&#268;as [b]<script>?', 1300000030, '[b]tak[/b] :)||~|~||&#268;i nie',
    '-5||~|~||99999999999', 2, 3, 60000, 0, 1, 1, 2);
update mybb_threads set poll = 9001 where tid = 9003;
update mybb_threads set poll = 9003 where tid = 9004;
update mybb_threads set poll = 9004 where tid = 9001;
update mybb_threads set poll = 999999 where tid = 9002;
insert into mybb_pollvotes (pid, uid, voteoption, dateline) select pid, 999999, 1, dateline + 60 from mybb_polls;
insert into mybb_pollvotes (pid, uid, voteoption, dateline) select pid, 2, 99, dateline + 90 from mybb_polls;
