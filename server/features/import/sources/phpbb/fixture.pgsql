-- A small forum of phpBB 3 with texts as its versions stored them, hostile rows among them, for PostgreSQL.
create table phpbb_forums (forum_id int primary key, parent_id int default 0, forum_type int default 1,
  forum_name text, forum_desc text default '', forum_desc_uid text default '');
create table phpbb_users (user_id int primary key, user_type int default 0, username text, user_email text default '',
  user_password text default '', user_regdate int default 1200000000, user_lang text default 'pl', user_posts int default 0);
create table phpbb_topics (topic_id int primary key, forum_id int, topic_title text, topic_poster int,
  topic_time int, topic_first_post_id int, topic_first_poster_name text default '', topic_status int default 0,
  topic_type int default 0, topic_visibility int default 1);
create table phpbb_posts (post_id int primary key, topic_id int, forum_id int, poster_id int, post_time bigint,
  post_username text default '', post_subject text default '', post_text text, bbcode_uid text default '',
  post_edit_time int default 0, post_visibility int default 1);
create table phpbb_privmsgs (msg_id int primary key, author_id int, message_subject text, message_text text,
  bbcode_uid text default '', message_time int);
create table phpbb_privmsgs_to (msg_id int, user_id int, author_id int, folder_id int default 0, pm_deleted int default 0);
create table phpbb_banlist (ban_id int primary key, ban_userid int default 0, ban_ip text default '', ban_end int default 0,
  ban_exclude int default 0, ban_reason text default '', ban_give_reason text default '');

insert into phpbb_forums (forum_id, forum_type, forum_name, forum_desc) values
  (1, 0, 'Ogólne', ''), (2, 1, 'Chleb &amp; bułki', 'O pieczeniu'), (3, 2, 'Link', ''), (4, 1, 'Chleb &amp; bułki', '');
insert into phpbb_users (user_id, user_type, username, user_email, user_password) values
  (1, 2, 'Anonymous', '', ''), (2, 3, 'admin', 'szef@example.org', '$H$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'),
  (3, 0, 'Żółty Ł', 'z@example.org', ''), (4, 0, 'zolty_l', 'Z@example.org', ''), (5, 1, 'pusty', 'p@example.org', '');
insert into phpbb_topics (topic_id, forum_id, topic_title, topic_poster, topic_time, topic_first_post_id, topic_status,
    topic_type, topic_visibility) values
  (10, 2, 'Zakwas &quot;żytni&quot;', 2, 1200000000, 100, 1, 1, 1), (11, 4, 'X', 3, 1200000050, 105, 0, 0, 1),
  (12, 2, 'Przeniesiony', 2, 1200000000, 100, 2, 0, 1), (13, 2, 'Skasowany', 2, 1200000000, 110, 0, 0, 2),
  (14, 1, 'W nagłówku', 2, 1200000000, 111, 0, 0, 1);
insert into phpbb_posts (post_id, topic_id, poster_id, post_time, post_text, bbcode_uid, post_username) values
  (100, 10, 2, 1200000000, '<r>Jak <B><s>[b]</s>karmić<e>[/b]</e></B>? <E>:)</E> <URL url="https://forum.example.org/forum/viewtopic.php?t=11"><LINK_TEXT text="x">https://forum.example.org/forum/viewtopic.php?t=11</LINK_TEXT></URL></r>', '', ''),
  (101, 10, 3, 1200000010, '<t>Codziennie &lt;script&gt;alert(1)&lt;/script&gt;<br/>
Woda i mąka.</t>', '', ''),
  (102, 10, 1, 1200000020, '[quote=&quot;Żółty Ł&quot; post_id=101:abc123]Codziennie[/quote:abc123] Zgoda <!-- s:D --><img src="{SMILIES_PATH}/x.gif" alt=":D" title="x" /><!-- s:D -->', 'abc123', 'Gość'),
  (103, 10, 4, 4070908800, '<r><QUOTE post_id="100"><s>[quote post_id=100]</s>Jak<e>[/quote]</e></QUOTE> Tak, <URL url="http://www.forum.example.org/forum/viewtopic.php?p=101#p101"><s>[url=http://www.forum.example.org/forum/viewtopic.php?p=101#p101]</s>tu<e>[/url]</e></URL></r>', '', ''),
  (104, 10, 99, 10, '<r><QUOTE post_id="101"><s>[quote post_id=101]</s>a<e>[/quote]</e></QUOTE><QUOTE post_id="102"><s>[quote post_id=102]</s>b<e>[/quote]</e></QUOTE> dwa</r>', '', ''),
  (105, 11, 3, 1200000050, repeat('Długi tekst. ', 5000), '', ''), (106, 77, 3, 1200000000, 'bez tematu', '', ''),
  (110, 13, 2, 1200000000, 'a', '', ''), (111, 14, 2, 1200000000, 'b', '', ''), (112, 14, 2, 1200000000, 'c', '', '');
insert into phpbb_privmsgs values (1, 2, 'Cześć', 'Co [b:zz]tam[/b:zz]?', 'zz', 1200000000);
insert into phpbb_privmsgs_to (msg_id, user_id, author_id, folder_id) values (1, 2, 2, -1), (1, 3, 2, 0), (9, 3, 2, 0);
insert into phpbb_banlist (ban_id, ban_userid, ban_ip, ban_end, ban_reason) values
  (1, 4, '', 0, 'Spam'), (2, 0, '10.0.0.1', 0, ''), (3, 3, '', 1200000000, 'Dawno');
