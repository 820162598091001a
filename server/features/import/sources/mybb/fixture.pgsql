create table mybb_forums (fid int primary key, name text, description text default '', type text default 'f', linkto text default '');
create table mybb_users (uid int primary key, username text, email text default '', password text default '', salt text default '',
  regdate bigint default 1200000000, signature text default '', avatar text default '',
  avatartype text default '', language text default '', usergroup int default 2, postnum int default 1);
create table mybb_threads (tid int primary key, fid int, subject text, uid int, username text default '', dateline bigint, firstpost int,
  closed text default '', sticky int default 0, visible int default 1);
create table mybb_posts (pid int primary key, tid int, uid int, username text default '', dateline bigint, message text,
  edittime bigint default 0, visible int default 1);
create table mybb_privatemessages (pmid int primary key, uid int, fromid int, toid int, subject text, message text, dateline bigint);
create table mybb_banned (uid int primary key, lifted bigint default 0, reason text default '');
insert into mybb_forums (fid, name, type) values (1, 'Dział', 'c'), (2, 'Rowery', 'f');
insert into mybb_users (uid, username, email, password, salt) values
  (1, 'Jan', 'jan@example.org', md5(md5('s4lt') || md5('test12345')), 's4lt'), (2, 'Ola', 'ola@example.org', '', '');
insert into mybb_threads (tid, fid, subject, uid, dateline, firstpost, visible) values
  (5, 2, 'Jaki rower?', 1, 1200000000, 50, 1), (6, 2, 'Skasowany', 1, 1200000000, 60, -1), (7, 2, 'Przeniesiony', 1, 1200000000, 0, 1);
update mybb_threads set closed = 'moved|5' where tid = 7;
insert into mybb_posts (pid, tid, uid, dateline, message) values
  (50, 5, 1, 1200000000, 'Szukam [b]roweru[/b] & kasku.'),
  (51, 5, 2, 1200000100, '[quote="Jan" pid=''50'' dateline=''1200000000'']Szukam[/quote]
Miejski.'),
  (52, 5, 1, 1200000200, '[quote=''Ola'' pid=''51'' dateline=''1200000100'']Miejski.[/quote]
[url=https://forum.example.org/forum/showthread.php?tid=5&pid=51#pid51]Dzięki[/url]'),
  (53, 5, 1, 1200000300, 'Ukryty'), (60, 6, 1, 1200000000, 'x');
update mybb_posts set visible = 0 where pid = 53;
insert into mybb_privatemessages values (1, 2, 1, 2, 'Hej', 'Cześć', 1200000000), (2, 1, 1, 2, 'Hej', 'Cześć', 1200000000);
insert into mybb_banned (uid, reason) values (2, 'Spam');
