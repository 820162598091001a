-- A small forum of phpBB 2, or of phpBB by Przemo: both have these tables and columns.
create table phpbb_forums (forum_id int primary key, cat_id int, forum_name varchar(150), forum_desc text);
create table phpbb_users (user_id int primary key, user_active int default 1, username varchar(25), user_password varchar(40),
  user_regdate int default 1100000000, user_posts int default 1, user_lang varchar(255), user_email varchar(255));
create table phpbb_topics (topic_id int primary key, forum_id int, topic_title varchar(60), topic_poster int, topic_time int,
  topic_status int default 0, topic_type int default 0, topic_first_post_id int, topic_moved_id int default 0);
create table phpbb_posts (post_id int primary key, topic_id int, forum_id int, poster_id int, post_time int,
  post_username varchar(25), post_edit_time int);
create table phpbb_posts_text (post_id int primary key, bbcode_uid varchar(10) default '', post_subject varchar(60), post_text text);
create table phpbb_privmsgs (privmsgs_id int primary key, privmsgs_type int, privmsgs_subject varchar(255),
  privmsgs_from_userid int, privmsgs_to_userid int, privmsgs_date int);
create table phpbb_privmsgs_text (privmsgs_text_id int primary key, privmsgs_bbcode_uid varchar(10) default '', privmsgs_text text);
create table phpbb_banlist (ban_id int primary key, ban_userid int, ban_ip varchar(8), ban_email varchar(255));

insert into phpbb_forums values (1, 1, 'Ogródek &amp; działka', 'O pomidorach');
insert into phpbb_users (user_id, username, user_password, user_email, user_active, user_posts) values
  (-1, 'Anonymous', '', '', 0, 0), (2, 'Żabka', '@PASSWORD@', 'zabka@example.org', 1, 2),
  (3, 'łoś', '', 'los@example.org', 1, 1), (4, 'pusty', '', '', 0, 0);
insert into phpbb_topics (topic_id, forum_id, topic_title, topic_poster, topic_time, topic_status, topic_type,
  topic_first_post_id) values (5, 1, 'Które pomidory na działkę?', 2, 1100000000, 1, 1, 50),
  (6, 1, 'Przeniesiony', 2, 1100000000, 2, 0, 50);
insert into phpbb_posts values (50, 5, 1, 2, 1100000000, '', null), (51, 5, 1, -1, 1100000100, 'Gość z wsi', 1100000200),
  (52, 5, 1, 3, 1100000300, '', null), (53, 9, 1, 3, 1100000300, '', null);
insert into phpbb_posts_text values
  (50, 'a1b2c3d4e5', '', 'Które [b:a1b2c3d4e5]odmiany[/b:a1b2c3d4e5] polecacie? &lt;script&gt; :)'),
  (51, '', '', 'Malinowe.'),
  (52, 'f1f2f3f4f5', '', '[quote:f1f2f3f4f5="Żabka"]odmiany[/quote:f1f2f3f4f5]Zgoda. [url=http://forum.example.org/forum/viewtopic.php?p=51#51]tu[/url]'),
  (53, '', '', 'bez tematu');
insert into phpbb_privmsgs values (7, 2, 'Sadzonki', 2, 3, 1100000400), (8, 0, 'Sadzonki', 2, 3, 1100000400);
insert into phpbb_privmsgs_text values (7, '', 'Mam nadmiar, wziąłbyś?'), (8, '', 'Mam nadmiar, wziąłbyś?');
insert into phpbb_banlist values (1, 3, '', null), (2, 0, '7f000001', null);
